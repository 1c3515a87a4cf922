// RUN: rmlir-opt %s --sroa

func.func private @use(memref<2xi32>)

// One of the buffers is used as a whole, the others are not.
func.func @some() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0, %1, %2 = test.multi_slot_alloca : () -> (memref<2xi32>, memref<2xi32>, memref<3xi32>)
  %3 = memref.load %0[%c0] : memref<2xi32>
  call @use(%1) : (memref<2xi32>) -> ()
  %4 = memref.load %2[%c1] : memref<3xi32>
  %5 = memref.load %2[%c0] : memref<3xi32>
  %6 = arith.addi %3, %4 : i32
  %7 = arith.addi %6, %5 : i32
  return %7 : i32
}
