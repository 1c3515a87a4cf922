// x - y may wrap: it is compared with 0 as x with y only for equality.
// RUN: rmlir-opt %s --canonicalize --verify-semantics

func.func @signed(%x: index, %y: index) -> (i1, i1, i1, i1) {
  %z = index.constant 0
  %d = index.sub %x, %y
  %0 = index.cmp slt(%d, %z)
  %1 = index.cmp sge(%d, %z)
  %2 = index.cmp sgt(%z, %d)
  %3 = index.cmp sle(%d, %z)
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
func.func @unsigned(%x: index, %y: index) -> (i1, i1, i1, i1) {
  %z = index.constant 0
  %d = index.sub %x, %y
  %0 = index.cmp ult(%d, %z)
  %1 = index.cmp uge(%d, %z)
  %2 = index.cmp ult(%z, %d)
  %3 = index.cmp ule(%d, %z)
  return %0, %1, %2, %3 : i1, i1, i1, i1
}
func.func @equality(%x: index, %y: index) -> (i1, i1, i1) {
  %z = index.constant 0
  %d = index.sub %x, %y
  %0 = index.cmp eq(%d, %z)
  %1 = index.cmp ne(%d, %z)
  %2 = index.cmp eq(%z, %d)
  return %0, %1, %2 : i1, i1, i1
}
func.func @least(%y: index) -> i1 {
  %m = index.constant -9223372036854775808
  %z = index.constant 0
  %d = index.sub %m, %y
  %0 = index.cmp slt(%d, %z)
  return %0 : i1
}
func.func @greatest(%y: index) -> i1 {
  %m = index.constant 9223372036854775807
  %z = index.constant 0
  %d = index.sub %m, %y
  %0 = index.cmp sge(%d, %z)
  return %0 : i1
}
// Differences of what is small do not wrap.
func.func @small(%x: index, %y: index) -> (i1, i1, i1) {
  %z = index.constant 0
  %c = arith.constant 1000 : index
  %a = arith.remui %x, %c : index
  %b = arith.remui %y, %c : index
  %d = index.sub %a, %b
  %0 = index.cmp slt(%d, %z)
  %1 = index.cmp sge(%z, %d)
  %2 = index.cmp ult(%d, %z)
  return %0, %1, %2 : i1, i1, i1
}
func.func @from_above(%y: index) -> (i1, i1) {
  %z = index.constant 0
  %c = arith.constant 1000 : index
  %b = arith.remui %y, %c : index
  %d = index.sub %c, %b
  %0 = index.cmp ugt(%d, %z)
  %1 = index.cmp ule(%d, %z)
  return %0, %1 : i1, i1
}
