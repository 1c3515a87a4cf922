// y = a x + y on integers.
func.func @f(%n: index, %a: i32, %x: memref<?xi32>, %y: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %xi = memref.load %x[%i] : memref<?xi32>
    %yi = memref.load %y[%i] : memref<?xi32>
    %p = arith.muli %a, %xi : i32
    %s = arith.addi %p, %yi : i32
    memref.store %s, %y[%i] : memref<?xi32>
  } {vliw.no_alias}
  return
}
