// RUN: rmlir-opt %s --convert-scf-to-cf --split-input-file --verify-diagnostics

// A region that takes one block only, as that of a module or of an affine loop, leaves no place for branches: the operation
// stays, and the error says so. (22 makes the blocks, and the verifier rejects them.)

%c0 = arith.constant 0 : index
%c4 = arith.constant 4 : index
%c1 = arith.constant 1 : index
// expected-error @below {{'scf.for' op cannot be lowered to branches in a region of one block}}
// expected-error @below {{failed to legalize operation 'scf.for' that was explicitly marked illegal}}
scf.for %i = %c0 to %c4 step %c1 {
  %0 = arith.addi %i, %i : index
}

// -----

func.func @in_affine_loop(%n: index, %c: i1) {
  affine.for %j = 0 to 4 {
    // expected-error @below {{'scf.if' op cannot be lowered to branches in a region of one block}}
    // expected-error @below {{failed to legalize operation 'scf.if' that was explicitly marked illegal}}
    scf.if %c {
      %0 = arith.addi %n, %n : index
    }
  }
  return
}

// -----

func.func @in_affine_if(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> index {
    // expected-error @below {{'scf.while' op cannot be lowered to branches in a region of one block}}
    // expected-error @below {{failed to legalize operation 'scf.while' that was explicitly marked illegal}}
    %r = scf.while (%x = %n) : (index) -> index {
      %k = arith.cmpi slt, %x, %n : index
      scf.condition(%k) %x : index
    } do {
    ^bb0(%x: index):
      %y = arith.addi %x, %n : index
      scf.yield %y : index
    }
    affine.yield %r : index
  } else {
    affine.yield %c0 : index
  }
  return %0 : index
}

// -----

func.func @in_linalg(%m: memref<4xi32>, %c: i1) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%m : memref<4xi32>) {
  ^bb0(%x: i32):
    // expected-error @below {{'scf.if' op cannot be lowered to branches in a region of one block}}
    // expected-error @below {{failed to legalize operation 'scf.if' that was explicitly marked illegal}}
    %y = scf.if %c -> i32 {
      scf.yield %x : i32
    } else {
      %z = arith.addi %x, %x : i32
      scf.yield %z : i32
    }
    linalg.yield %y : i32
  }
  return
}

// -----

func.func @switch_in_affine_loop(%n: index) {
  affine.for %j = 0 to 4 {
    // expected-error @below {{'scf.index_switch' op cannot be lowered to branches in a region of one block}}
    // expected-error @below {{failed to legalize operation 'scf.index_switch' that was explicitly marked illegal}}
    scf.index_switch %n
    case 1 {
      scf.yield
    }
    default {
      scf.yield
    }
  }
  return
}

// -----

func.func @region_in_affine_loop(%n: index) {
  affine.for %j = 0 to 4 {
    // expected-error @below {{'scf.execute_region' op cannot be lowered to branches in a region of one block}}
    // expected-error @below {{failed to legalize operation 'scf.execute_region' that was explicitly marked illegal}}
    scf.execute_region {
      cf.br ^bb1
    ^bb1:
      scf.yield
    }
  }
  return
}

// -----

// What is in a structured operation of this dialect is lowered after that.
func.func @nested(%n: index, %c: i1, %m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%f) -> f32 {
    scf.if %c {
      memref.store %f, %m[%c0] : memref<8xf32>
    }
    scf.reduce(%f : f32) {
    ^bb0(%a: f32, %b: f32):
      %x = scf.if %c -> f32 {
        scf.yield %a : f32
      } else {
        scf.yield %b : f32
      }
      scf.reduce.return %x : f32
    }
  }
  return
}
