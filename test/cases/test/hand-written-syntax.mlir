// RUN: rmlir-opt %s

%0 = test.give : i32
%1:2 = test.raw [%0, %0] {a = 1} : (i32, i32) -> (i1, i8)
test.raw [] : () -> ()
