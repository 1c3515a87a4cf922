// Iterations of a loop whose end is not known begin before it is known that they are iterations: divisions wait
// until they are.
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(vliw-pipeline{machine=small})' --verify-semantics=100

vliw.machine @small issue 4 delay 0 min_ii 1 writes early {
  vliw.unit @alu count 4
  vliw.registers @r size 32 holds [index, i32, i1, !pvec.pred]
  vliw.class @branch latency 1 runs ["vliw.branch"] on nothing
  vliw.class @slow latency 3 runs ["llvm.udiv", "llvm.urem", "llvm.sdiv", "llvm.srem", "arith.divui", "index.remu", "math.ipowi", "affine.apply", "affine.min"] on @alu
  vliw.class @any latency 1 runs ["arith.addi", "arith.subi", "arith.cmpi", "arith.xori", "arith.shrui", "arith.index_cast", "arith.select", "pvec.cmpp", "pvec.select", "pvec.pand", "pvec.bits"] on @alu
}

func.func @llvm_udiv(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%d = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi sgt, %d, %c0 : i32
    scf.condition(%on) %d, %s : i32, i32
  } do {
  ^bb0(%d: i32, %s: i32):
    %q = llvm.udiv %a, %d : i32
    %t = arith.addi %s, %q : i32
    %e = arith.subi %d, %c1 : i32
    scf.yield %e, %t : i32, i32
  }
  return %r#1 : i32
}

func.func @llvm_urem(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%d = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi sgt, %d, %c0 : i32
    scf.condition(%on) %d, %s : i32, i32
  } do {
  ^bb0(%d: i32, %s: i32):
    %q = llvm.urem %a, %d : i32
    %t = arith.addi %s, %q : i32
    %e = arith.subi %d, %c1 : i32
    scf.yield %e, %t : i32, i32
  }
  return %r#1 : i32
}

func.func @llvm_sdiv(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%d = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi sgt, %d, %c0 : i32
    scf.condition(%on) %d, %s : i32, i32
  } do {
  ^bb0(%d: i32, %s: i32):
    %q = llvm.sdiv %a, %d : i32
    %t = arith.addi %s, %q : i32
    %e = arith.subi %d, %c1 : i32
    scf.yield %e, %t : i32, i32
  }
  return %r#1 : i32
}

func.func @llvm_srem(%a: i32, %n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%d = %n, %s = %c0) : (i32, i32) -> (i32, i32) {
    %on = arith.cmpi sgt, %d, %c0 : i32
    scf.condition(%on) %d, %s : i32, i32
  } do {
  ^bb0(%d: i32, %s: i32):
    %q = llvm.srem %a, %d : i32
    %t = arith.addi %s, %q : i32
    %e = arith.subi %d, %c1 : i32
    scf.yield %e, %t : i32, i32
  }
  return %r#1 : i32
}

func.func @index_remu(%a: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%d = %n, %s = %c0) : (index, index) -> (index, index) {
    %on = arith.cmpi sgt, %d, %c0 : index
    scf.condition(%on) %d, %s : index, index
  } do {
  ^bb0(%d: index, %s: index):
    %q = index.remu %a, %d
    %t = arith.addi %s, %q : index
    %e = arith.subi %d, %c1 : index
    scf.yield %e, %t : index, index
  }
  return %r#1 : index
}

func.func @affine_mod(%a: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%d = %n, %s = %c0) : (index, index) -> (index, index) {
    %on = arith.cmpi sgt, %d, %c0 : index
    scf.condition(%on) %d, %s : index, index
  } do {
  ^bb0(%d: index, %s: index):
    %q = affine.apply affine_map<()[s0, s1] -> (s0 mod s1)>()[%a, %d]
    %t = arith.addi %s, %q : index
    %e = arith.subi %d, %c1 : index
    scf.yield %e, %t : index, index
  }
  return %r#1 : index
}

func.func @affine_min(%a: index, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%d = %n, %s = %c0) : (index, index) -> (index, index) {
    %on = arith.cmpi sgt, %d, %c0 : index
    scf.condition(%on) %d, %s : index, index
  } do {
  ^bb0(%d: index, %s: index):
    %q = affine.min affine_map<()[s0, s1] -> (s0 floordiv s1, 7)>()[%a, %d]
    %t = arith.addi %s, %q : index
    %e = arith.subi %d, %c1 : index
    scf.yield %e, %t : index, index
  }
  return %r#1 : index
}
