// RUN: rmlir-opt %s --pass-pipeline='builtin.module(raise-llvm-to-affine,affine-outline-regions,lower-to-c-abi)'
// A weak function may have another definition in the program that is linked: its calls stay.

llvm.func weak @init(%a: !llvm.ptr) {
  %one = llvm.mlir.constant(1.0 : f64) : f64
  llvm.store %one, %a : f64, !llvm.ptr
  llvm.return
}

llvm.func @f(%a: !llvm.ptr) -> f64 {
  llvm.call @init(%a) : (!llvm.ptr) -> ()
  %0 = llvm.load %a : !llvm.ptr -> f64
  llvm.return %0 : f64
}
