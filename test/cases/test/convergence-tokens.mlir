// A token comes into a cycle by a loop operation in the header, once an iteration.
// RUN: rmlir-opt %s --verify-convergence

module {
  llvm.func @exchange()
  llvm.func @loop(%more: i1) attributes {convergent} {
    %entry = llvm.call_intrinsic "llvm.experimental.convergence.entry"() : () -> !llvm.token
    llvm.call @exchange() ["convergencectrl"(%entry : !llvm.token)] : () -> ()
    llvm.br ^bb1
  ^bb1:  // 2 preds: ^bb0, ^bb1
    %iteration = llvm.call_intrinsic "llvm.experimental.convergence.loop"() ["convergencectrl"(%entry : !llvm.token)] : () -> !llvm.token
    llvm.call @exchange() ["convergencectrl"(%iteration : !llvm.token)] : () -> ()
    llvm.cond_br %more, ^bb1, ^bb2
  ^bb2:  // pred: ^bb1
    llvm.return
  }
  llvm.func @anchor() {
    %any = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
    llvm.call @exchange() ["convergencectrl"(%any : !llvm.token)] : () -> ()
    llvm.return
  }
}
