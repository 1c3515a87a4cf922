// RUN: rmlir-opt %s --split-input-file

// The syntax of a launch has no types for ids and sizes: they are 'index'.
func.func @ids(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32, %e: i32, %f: i32, %g: i32, %h: i32, %i: i32, %j: i32, %k: i32, %l: i32):
    %s = arith.addi %a, %b : i32
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @last_size(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: i64):
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @clusters(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>}> ({
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index, %m: index, %o: index, %p: index, %q: index, %r: index, %s: f32):
    "gpu.terminator"() : () -> ()
  }) : (index, index, index, index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @workgroup_attributions(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index, %w: memref<4xf32, 3>):
    "gpu.terminator"() : () -> ()
  }) {workgroup_attributions = -1 : i64} : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @dependences(%n: index, %t: !gpu.async.token) {
  "gpu.launch"(%t, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index):
    "gpu.terminator"() : () -> ()
  }) : (!gpu.async.token, index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @right(%n: index, %t: !gpu.async.token) {
  %0 = "gpu.launch"(%t, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%a: index, %b: index, %c: index, %d: index, %e: index, %f: index, %g: index, %h: index, %i: index, %j: index, %k: index, %l: index, %w: memref<4xf32, 3>):
    "gpu.terminator"() : () -> ()
  }) {workgroup_attributions = 1 : i64} : (!gpu.async.token, index, index, index, index, index, index) -> !gpu.async.token
  return
}
