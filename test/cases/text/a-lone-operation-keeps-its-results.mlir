// RUN: rmlir-opt %s --no-implicit-module --allow-unregistered-dialect --split-input-file

// Without the implicit module, the one operation is all there is: with results, and here with a region.
%0:2 = "test.a"() ({
  "test.b"() : () -> ()
}) {kept} : () -> (i32, f32)

// -----

%c1_i32 = arith.constant 1 : i32
