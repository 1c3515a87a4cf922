// An index may have more bits than the widest integer that is supported.
// RUN: rmlir-opt %s --arith-emulate-wide-int=widest-int-supported=32 --verify-semantics

func.func @to_index(%a: i64) -> (index, index) {
  %0 = arith.index_cast %a : i64 to index
  %1 = arith.index_castui %a : i64 to index
  return %0, %1 : index, index
}
func.func @from_index(%a: index) -> (i64, i64) {
  %0 = arith.index_cast %a : index to i64
  %1 = arith.index_castui %a : index to i64
  return %0, %1 : i64, i64
}
func.func @large(%n: i64) -> index {
  %big = arith.constant 4294967296 : i64
  %a = arith.muli %n, %big : i64
  %0 = arith.index_cast %a : i64 to index
  return %0 : index
}
func.func @negative(%n: i8) -> (index, index) {
  %a = arith.extsi %n : i8 to i64
  %0 = arith.index_cast %a : i64 to index
  %1 = arith.index_castui %a : i64 to index
  return %0, %1 : index, index
}
func.func @there_and_back(%a: index) -> index {
  %0 = arith.index_cast %a : index to i64
  %one = arith.constant 1 : i64
  %1 = arith.addi %0, %one : i64
  %2 = arith.index_cast %1 : i64 to index
  return %2 : index
}
func.func @lanes(%a: vector<2xindex>) -> vector<2xi64> {
  %0 = arith.index_cast %a : vector<2xindex> to vector<2xi64>
  return %0 : vector<2xi64>
}
