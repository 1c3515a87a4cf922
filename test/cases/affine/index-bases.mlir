// RUN: rmlir-opt %s --allow-unregistered-dialect --canonicalize
// RUN: rmlir-opt %s --allow-unregistered-dialect --affine-expand-index-ops

// What was taken apart by the same basis as it is put together by stays whole.

func.func @cancel(%x: index, %y: index, %n: index) {
  %0 = affine.linearize_index disjoint [%x, %y] by (8, %n) : index
  %1:2 = affine.delinearize_index %0 into (8, %n) : index, index
  "x"(%1#0, %1#1) : (index, index) -> ()
  %2:3 = affine.delinearize_index %x into (4, 8, %n) : index, index, index
  %3 = affine.linearize_index [%y, %2#1, %2#2] by (3, 8, %n) : index
  "x"(%3) : (index) -> ()
  return
}

func.func @split(%x: index, %y: index) {
  %0 = affine.linearize_index disjoint [%x, %y] by (3, 32) : index
  %1:3 = affine.delinearize_index %0 into (3, 8, 4) : index, index, index
  "x"(%1#0, %1#1, %1#2) : (index, index, index) -> ()
  return
}

func.func @units_and_zeros(%x: index, %y: index) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %0:3 = affine.delinearize_index %x into (4, 1, %c8) : index, index, index
  %1 = affine.linearize_index [%c0, %x, %y] by (2, 4, %c8) : index
  %2 = affine.linearize_index disjoint [%x, %y, %y] by (2, 1, 8) : index
  "x"(%0#0, %0#1, %0#2, %1, %2) : (index, index, index, index, index) -> ()
  return
}
