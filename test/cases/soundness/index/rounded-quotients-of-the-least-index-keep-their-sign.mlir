// The negative of the least index is itself.
// RUN: rmlir-opt %s --canonicalize --verify-semantics
// RUN: rmlir-opt %s --convert-index-to-llvm --reconcile-unrealized-casts --verify-semantics

func.func @up() -> (index, index, index, index) {
  %m = index.constant -9223372036854775808
  %c3 = index.constant 3
  %n3 = index.constant -3
  %g = index.constant 9223372036854775807
  %n1 = index.constant -1
  %0 = index.ceildivs %m, %c3
  %1 = index.ceildivs %m, %n3
  %2 = index.ceildivs %g, %n1
  %3 = index.ceildivs %g, %c3
  return %0, %1, %2, %3 : index, index, index, index
}
func.func @down() -> (index, index, index, index) {
  %m = index.constant -9223372036854775808
  %c3 = index.constant 3
  %n3 = index.constant -3
  %g = index.constant -9223372036854775807
  %n1 = index.constant -1
  %0 = index.floordivs %m, %c3
  %1 = index.floordivs %m, %n3
  %2 = index.floordivs %g, %n1
  %3 = index.floordivs %g, %c3
  return %0, %1, %2, %3 : index, index, index, index
}
func.func @by_powers_of_two() -> (index, index, index, index) {
  %m = index.constant -9223372036854775808
  %c4 = index.constant 4
  %n4 = index.constant -4
  %0 = index.ceildivs %m, %c4
  %1 = index.ceildivs %m, %n4
  %2 = index.floordivs %m, %c4
  %3 = index.floordivs %m, %n4
  return %0, %1, %2, %3 : index, index, index, index
}
func.func @unknown_up(%a: index, %b: index) -> index {
  %0 = index.ceildivs %a, %b
  return %0 : index
}
func.func @unknown_down(%a: index, %b: index) -> index {
  %0 = index.floordivs %a, %b
  return %0 : index
}
func.func @by_minus_one(%a: index) -> (index, index) {
  %m = index.constant -9223372036854775807
  %c1 = index.constant 1
  %x = index.maxs %a, %m
  %n1 = index.constant -1
  %0 = index.floordivs %x, %n1
  %1 = index.ceildivs %x, %n1
  return %0, %1 : index, index
}
func.func @unsigned(%a: index) -> index {
  %n1 = index.constant -1
  %0 = index.ceildivu %a, %n1
  return %0 : index
}
// Known operands rule out what goes wrong.
func.func @down_by_constants(%a: index) -> (index, index, index) {
  %c3 = index.constant 3
  %n3 = index.constant -3
  %n1 = index.constant -1
  %m = index.constant -9223372036854775807
  %x = index.maxs %a, %m
  %0 = index.floordivs %a, %c3
  %1 = index.floordivs %a, %n3
  %2 = index.floordivs %x, %n1
  return %0, %1, %2 : index, index, index
}
func.func @up_of_constants(%b: index) -> (index, index) {
  %c1 = index.constant 1
  %c7 = index.constant 7
  %n7 = index.constant -7
  %d = index.maxs %b, %c1
  %0 = index.ceildivs %c7, %d
  %1 = index.ceildivs %n7, %d
  return %0, %1 : index, index
}
func.func @up_of_what_is_not_negative(%a: index, %b: index) -> (index, index) {
  %z = index.constant 0
  %c3 = index.constant 3
  %g = index.constant 9223372036854775807
  %x = index.maxs %a, %z
  %n1 = index.constant -1
  %0 = index.ceildivs %x, %c3
  %1 = index.ceildivs %g, %n1
  return %0, %1 : index, index
}
