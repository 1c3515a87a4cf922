// RUN: rmlir-opt %s --canonicalize
// RUN: rmlir-opt %s --pass-pipeline="any(canonicalize{disable-patterns=TestRemoveOpWithInnerOps})"

// Operations go away with what is in their regions: by a pattern, by a fold, or because nobody needs them.
func.func @regions(%a: i32, %b: i32) -> (i32, i32, i32, i32, i32) {
  "test.op_with_region_pattern"() ({
    "test.finish"() : () -> ()
  }) : () -> ()
  "test.op_with_region_fold_no_side_effect"() ({
    "test.finish"() : () -> ()
  }) : () -> ()
  %0 = "test.op_with_region_fold"(%a) ({
    "test.finish"() : () -> ()
  }) : (i32) -> i32
  %1:2 = "test.op_with_variadic_results_and_folder"(%a, %b) : (i32, i32) -> (i32, i32)
  %2 = "test.dialect_canonicalizable"() : () -> i32
  %3 = "test.op_commutative"(%2, %a, %2, %b) : (i32, i32, i32, i32) -> i32
  return %0, %1#0, %1#1, %2, %3 : i32, i32, i32, i32, i32
}
