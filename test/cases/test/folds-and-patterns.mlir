// RUN: rmlir-opt %s --canonicalize

func.func @f(%a: i64) -> (i64, i64) {
  %0 = "test.constant"() {value = 0 : i64} : () -> i64
  %1 = odd.add %0, %a
  %2 = odd.add %1, %1
  return %1, %2 : i64, i64
}

// The dialect makes the constant that an operation is, of whatever type.
func.func @constants() -> (i32, i32) {
  %0 = "test.constant"() {value = [[1], "a"]} : () -> i32
  %1 = "test.constant"() {value = 5 : i32} : () -> i32
  %2 = "test.manual_cpp_op_with_fold"(%1) : (i32) -> i32
  return %0, %2 : i32, i32
}
