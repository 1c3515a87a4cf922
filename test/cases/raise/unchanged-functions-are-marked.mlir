// RUN: rmlir-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(raise-mark-unchanged)'
// RUN: rmlir-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(affine-outline-regions,raise-mark-unchanged,canonicalize,raise-mark-unchanged)'
// A function is changed if a pass between the two changes it, or a region of it that became a function.

func.func @same(%a: i32) -> i32 {
  return %a : i32
}

func.func @changed(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  return %0 : i32
}

func.func @changed_inside(%m: memref<8xi32>) {
  "test.before"() : () -> ()
  affine.for %i = 0 to 8 {
    %0 = affine.load %m[%i] : memref<8xi32>
    %1 = arith.subi %0, %0 : i32
    affine.store %1, %m[%i] : memref<8xi32>
  }
  return
}

func.func @calls_a_changed_one(%a: i32) -> i32 {
  %0 = call @changed(%a) : (i32) -> i32
  return %0 : i32
}

func.func private @declared()
