// RUN: rmlir-opt %s --buffer-hoisting
// RUN: rmlir-opt %s --buffer-loop-hoisting
// RUN: rmlir-opt %s --promote-buffers-to-stack

// Out of conditionals, out of loops, onto the stack.

func.func @choice(%c: i1, %m: memref<2xf32>) {
  scf.if %c {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  }
  return
}

func.func @loop(%m: memref<2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.alloc() : memref<2xf32>
    memref.copy %0, %m : memref<2xf32> to memref<2xf32>
  }
  return
}
