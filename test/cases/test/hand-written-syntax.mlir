// RUN: rmlir-opt %s

%0 = odd.give : i32
%1:2 = odd.raw [%0, %0] {a = 1} : (i32, i32) -> (i1, i8)
odd.raw [] : () -> ()
