// Sums of three neighbours in rows of a matrix, one column after the other.
func.func @f(%n: index, %x: memref<?x?xi32>, %y: memref<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.addi %i, %c1 : index
    %k = arith.addi %i, %c2 : index
    %a = memref.load %x[%i, %c1] : memref<?x?xi32>
    %b = memref.load %x[%j, %c1] : memref<?x?xi32>
    %c = memref.load %x[%k, %c2] : memref<?x?xi32>
    %s = arith.addi %a, %b : i32
    %t = arith.addi %s, %c : i32
    memref.store %t, %y[%i, %i] : memref<?x?xi32>
  } {vliw.no_alias}
  return
}
