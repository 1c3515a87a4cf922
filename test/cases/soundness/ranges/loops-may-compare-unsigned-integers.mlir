// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(arith-unsigned-when-equivalent)'
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(int-range-optimizations)'
// RUN: rmlir-opt %s -o /dev/null --verify-semantics --pass-pipeline='builtin.module(arith-int-range-narrowing{int-bitwidths-supported=8,16,32})'
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(int-range-optimizations)'

// The induction variable of a loop that compares unsigned integers may be negative as a signed one.

func.func @across_the_sign(%n: index) -> (i1, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = arith.constant 9223372036854775806 : index
  %end = arith.constant -9223372036854775804 : index
  %last = scf.for unsigned %i = %first to %end step %c1 iter_args(%x = %n) -> (index) {
    scf.yield %i : index
  }
  %is_positive = arith.cmpi sgt, %last, %c0 : index
  return %is_positive, %last : i1, index
}

func.func @negative(%n: i32) -> (i1, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %first = arith.constant -8 : i32
  %end = arith.constant -3 : i32
  %last = scf.for unsigned %i = %first to %end step %c1 iter_args(%x = %n) -> (i32) : i32 {
    %is_negative = arith.cmpi slt, %i, %c0 : i32
    %next = arith.select %is_negative, %i, %c1 : i32
    scf.yield %next : i32
  }
  %is_positive = arith.cmpi sgt, %last, %c0 : i32
  return %is_positive, %last : i1, i32
}

func.func @from_zero_to_minus_one(%n: i8) -> (i1, i8) {
  %c0 = arith.constant 0 : i8
  %c64 = arith.constant 64 : i8
  %end = arith.constant -1 : i8
  %last = scf.for unsigned %i = %c0 to %end step %c64 iter_args(%x = %n) -> (i8) : i8 {
    scf.yield %i : i8
  }
  %is_negative = arith.cmpi slt, %last, %c0 : i8
  return %is_negative, %last : i1, i8
}

func.func @large_step(%n: i8) -> (i1, i8) {
  %c0 = arith.constant 0 : i8
  %step = arith.constant -128 : i8
  %end = arith.constant -1 : i8
  %last = scf.for unsigned %i = %c0 to %end step %step iter_args(%x = %n) -> (i8) : i8 {
    scf.yield %i : i8
  }
  %is_negative = arith.cmpi slt, %last, %c0 : i8
  return %is_negative, %last : i1, i8
}

func.func @unknown_bound(%n: i8) -> i1 {
  %c0 = arith.constant 0 : i8
  %c1 = arith.constant 1 : i8
  %false = arith.constant false
  %any = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%x = %false) -> (i1) : i8 {
    %is_negative = arith.cmpi slt, %i, %c0 : i8
    %y = arith.ori %x, %is_negative : i1
    scf.yield %y : i1
  }
  return %any : i1
}
