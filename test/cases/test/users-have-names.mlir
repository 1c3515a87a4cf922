// RUN: rmlir-opt %s --mlir-print-value-users

%0 = arith.constant 42 : i32
%a:2, %b = "test.custom_result_name"(%0) {names = ["p", "p", "q"]} : (i32) -> (i32, i32, i32)
%c = "test.custom_result_name"(%b, %b, %0) {names = ["r"]} : (i32, i32, i32) -> i32
