// A loop with three memory accesses takes two packets. A store is in the packet that computes its value, so iterations need
// not overlap for that.
// RUN: rmlir-translate --to-hexagon %s

func.func @multiply_add(%n: i32, %a: i32, %x: memref<?xi32> {llvm.noalias}, %y: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %at = arith.index_cast %i : i32 to index
    %xi = memref.load %x[%at] : memref<?xi32>
    %yi = memref.load %y[%at] : memref<?xi32>
    %p = arith.muli %a, %xi : i32
    %s = arith.addi %p, %yi : i32
    memref.store %s, %y[%at] : memref<?xi32>
  }
  return
}
