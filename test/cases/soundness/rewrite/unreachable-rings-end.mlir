// RUN: rmlir-opt %s --cse --sccp --int-range-optimizations --loop-invariant-code-motion --control-flow-sink
// RUN: rmlir-opt %s --canonicalize
// Unreachable code may use its own results as well, whatever comes before it.

func.func @rings(%x: index, %v: vector<4xf32>) -> index {
  cf.br ^end(%x : index)
^dead:
  %c0 = arith.constant 0 : index
  %0 = arith.addi %1, %c0 : index
  %1 = arith.addi %0, %c0 : index
  %2 = affine.apply affine_map<(d0) -> (d0 + 3)>(%3)
  %3 = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%2)
  %4 = vector.insert %6, %5 [0] : vector<4xf32> into vector<2x4xf32>
  %5 = vector.insert %v, %4 [1] : vector<4xf32> into vector<2x4xf32>
  %6 = vector.extract %5[0] : vector<4xf32> from vector<2x4xf32>
  %7 = memref.cast %8 : memref<4xi32> to memref<?xi32>
  %8 = memref.cast %7 : memref<?xi32> to memref<4xi32>
  %9 = memref.dim %7, %c0 : memref<?xi32>
  %10 = arith.addi %9, %2 : index
  cf.br ^end(%10 : index)
^end(%y: index):
  return %y : index
}
