// What tokens of convergence control must not do: each function breaks one rule.
// RUN: rmlir-opt %s --verify-convergence --split-input-file

llvm.func @exchange()
llvm.func @entry_of_what_is_not_convergent() {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.entry"() : () -> !llvm.token
  llvm.return
}

// -----

llvm.func @entry_inside() attributes {convergent} {
  llvm.br ^bb1
^bb1:
  %t = llvm.call_intrinsic "llvm.experimental.convergence.entry"() : () -> !llvm.token
  llvm.return
}

// -----

llvm.func @loop_without_token() {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.loop"() : () -> !llvm.token
  llvm.return
}

// -----

llvm.func @exchange()
llvm.func @mixed() {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  llvm.call @exchange() ["convergencectrl"(%t : !llvm.token)] : () -> ()
  llvm.call @exchange() {convergent} : () -> ()
  llvm.return
}

// -----

llvm.func @exchange()
llvm.func @not_nested() {
  %outer = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  %inner = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  llvm.call @exchange() ["convergencectrl"(%outer : !llvm.token)] : () -> ()
  llvm.call @exchange() ["convergencectrl"(%inner : !llvm.token)] : () -> ()
  llvm.return
}

// -----

llvm.func @exchange()
llvm.func @into_a_cycle(%more: i1) {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  llvm.br ^bb1
^bb1:
  llvm.call @exchange() ["convergencectrl"(%t : !llvm.token)] : () -> ()
  llvm.cond_br %more, ^bb1, ^bb2
^bb2:
  llvm.return
}

// -----

llvm.func @heart_beside_the_header(%more: i1) {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  llvm.br ^bb1
^bb1:
  llvm.br ^bb2
^bb2:
  %l = llvm.call_intrinsic "llvm.experimental.convergence.loop"() ["convergencectrl"(%t : !llvm.token)] : () -> !llvm.token
  llvm.cond_br %more, ^bb1, ^bb3
^bb3:
  llvm.return
}

// -----

llvm.func @two_hearts(%more: i1) {
  %t = llvm.call_intrinsic "llvm.experimental.convergence.anchor"() : () -> !llvm.token
  llvm.br ^bb1
^bb1:
  %a = llvm.call_intrinsic "llvm.experimental.convergence.loop"() ["convergencectrl"(%t : !llvm.token)] : () -> !llvm.token
  %b = llvm.call_intrinsic "llvm.experimental.convergence.loop"() ["convergencectrl"(%t : !llvm.token)] : () -> !llvm.token
  llvm.cond_br %more, ^bb1, ^bb2
^bb2:
  llvm.return
}
