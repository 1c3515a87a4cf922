//! Views of memrefs, buffers of the stack and of the heap, variables, and accesses under predicates.

use rmlir::interp::random::Random;
use rmlir::interp::{Data, Kind};
use rmlir_hexagon_codegen::run::Tools;

/// The executions of each function.
const N_INPUTS: usize = 60;

/// Programs are what the field writes: blocks of a matrix, a window, a column, a table, a buffer for intermediate values.
const SOURCE: &str = r#"
memref.global "private" constant @table : memref<2x4xi32> = dense<[[1, -2, 3, 4], [5, 60000, -7, 8]]>
memref.global @scratch : memref<8xi16> = uninitialized
memref.global "private" @state : memref<3xf64> = dense<[1.5, -2.0, 3.25]>

func.func @blocks(%x: memref<8x8xi32>, %i: i32, %j: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %i3 = arith.andi %i, %c3 : i32
  %j3 = arith.andi %j, %c3 : i32
  %row = arith.index_cast %i3 : i32 to index
  %column = arith.index_cast %j3 : i32 to index
  %block = memref.subview %x[%row, %column] [4, 4] [1, 1] : memref<8x8xi32> to memref<4x4xi32, strided<[8, 1], offset: ?>>
  %sum = scf.for %a = %c0 to %c4 step %c1 iter_args(%s = %zero) -> i32 {
    %line = memref.subview %block[%a, 0] [1, 4] [1, 1]
      : memref<4x4xi32, strided<[8, 1], offset: ?>> to memref<4xi32, strided<[1], offset: ?>>
    %t = scf.for %b = %c0 to %c4 step %c1 iter_args(%p = %s) -> i32 {
      %v = memref.load %line[%b] : memref<4xi32, strided<[1], offset: ?>>
      %w = memref.load %x[%b, %a] : memref<8x8xi32>
      %d = arith.subi %v, %w : i32
      memref.store %d, %line[%b] : memref<4xi32, strided<[1], offset: ?>>
      %q = arith.addi %p, %d : i32
      scf.yield %q : i32
    }
    scf.yield %t : i32
  }
  return %sum : i32
}

func.func @shifted_views(%x: memref<32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %behind = memref.subview %x[3] [24] [1] : memref<32xi32> to memref<24xi32, strided<[1], offset: 3>>
  scf.for %i = %c0 to %c24 step %c1 {
    %v = memref.load %x[%i] : memref<32xi32>
    %w = arith.addi %v, %v : i32
    memref.store %w, %behind[%i] : memref<24xi32, strided<[1], offset: 3>>
  }
  return
}

func.func @column(%x: memref<6x5xi16>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %view = memref.subview %x[1, %c2] [2, 2] [2, 1] : memref<6x5xi16> to memref<2x2xi16, strided<[10, 1], offset: ?>>
  %turned = memref.transpose %view (i, j) -> (j, i)
    : memref<2x2xi16, strided<[10, 1], offset: ?>> to memref<2x2xi16, strided<[1, 10], offset: ?>>
  %size = memref.dim %turned, %c0 : memref<2x2xi16, strided<[1, 10], offset: ?>>
  %sum = scf.for %i = %c0 to %size step %c1 iter_args(%s = %zero) -> i32 {
    %v = memref.load %turned[%c1, %i] : memref<2x2xi16, strided<[1, 10], offset: ?>>
    %w = arith.extsi %v : i16 to i32
    %t = arith.subi %w, %s : i32
    scf.yield %t : i32
  }
  return %sum : i32
}

func.func @reinterpreted(%x: memref<4x6xi32>, %n: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %zero = arith.constant 0 : i32
  %m = arith.andi %n, %c7 : i32
  %size = arith.index_cast %m : i32 to index
  %flat = memref.reinterpret_cast %x to offset: [2], sizes: [%size], strides: [3]
    : memref<4x6xi32> to memref<?xi32, strided<[3], offset: 2>>
  %d = memref.dim %flat, %c0 : memref<?xi32, strided<[3], offset: 2>>
  %sum = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> i32 {
    %v = memref.load %flat[%i] : memref<?xi32, strided<[3], offset: 2>>
    %t = arith.xori %s, %v : i32
    scf.yield %t : i32
  }
  return %sum : i32
}

func.func @total(%n: index, %m: memref<?x?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %columns = memref.dim %m, %c1 : memref<?x?xi64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %t = scf.for %j = %c0 to %columns step %c1 iter_args(%p = %s) -> i64 {
      %v = memref.load %m[%i, %j] : memref<?x?xi64>
      %q = arith.addi %p, %v : i64
      scf.yield %q : i64
    }
    scf.yield %t : i64
  }
  return %sum : i64
}

func.func @heap(%n: i32, %x: memref<16xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c15 = arith.constant 15 : i32
  %m = arith.andi %n, %c15 : i32
  %size = arith.index_cast %m : i32 to index
  %buffer = memref.alloc(%c5, %size) : memref<?x?xi64>
  scf.for %i = %c0 to %c5 step %c1 {
    scf.for %j = %c0 to %size step %c1 {
      %v = memref.load %x[%j] : memref<16xi64>
      %at = arith.index_cast %i : index to i64
      %w = arith.muli %v, %at : i64
      memref.store %w, %buffer[%i, %j] : memref<?x?xi64>
    }
  }
  %sum = func.call @total(%c5, %buffer) : (index, memref<?x?xi64>) -> i64
  memref.dealloc %buffer : memref<?x?xi64>
  return %sum : i64
}

func.func @looked_up(%i: i32, %j: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %i1 = arith.andi %i, %c1 : i32
  %j3 = arith.andi %j, %c3 : i32
  %row = arith.index_cast %i1 : i32 to index
  %column = arith.index_cast %j3 : i32 to index
  %table = memref.get_global @table : memref<2x4xi32>
  %v = memref.load %table[%row, %column] : memref<2x4xi32>
  return %v : i32
}

func.func @variables(%a: i16, %b: f64) -> (i16, f64) {
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %scratch = memref.get_global @scratch : memref<8xi16>
  memref.store %a, %scratch[%c7] : memref<8xi16>
  %v = memref.load %scratch[%c7] : memref<8xi16>
  %state = memref.get_global @state : memref<3xf64>
  %s = memref.load %state[%c2] : memref<3xf64>
  %t = arith.addf %s, %b : f64
  return %v, %t : i16, f64
}

func.func @stack_in_loop(%x: memref<12xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c12 step %c3 iter_args(%s = %zero) -> i32 {
    %buffer = memref.alloca() : memref<3xi32>
    scf.for %j = %c0 to %c3 step %c1 {
      %at = arith.addi %i, %j : index
      %v = memref.load %x[%at] : memref<12xi32>
      memref.store %v, %buffer[%j] : memref<3xi32>
    }
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%p = %s) -> i32 {
      %v = memref.load %buffer[%j] : memref<3xi32>
      %q = arith.subi %v, %p : i32
      scf.yield %q : i32
    }
    scf.yield %t : i32
  }
  return %sum : i32
}

func.func @ping_pong(%x: memref<10xi32>, %y: memref<10xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c9 = arith.constant 9 : index
  %last:2 = scf.for %step = %c0 to %c5 step %c1 iter_args(%from = %x, %to = %y) -> (memref<10xi32>, memref<10xi32>) {
    scf.for %i = %c1 to %c9 step %c1 {
      %before = arith.subi %i, %c1 : index
      %a = memref.load %from[%before] : memref<10xi32>
      %b = memref.load %from[%i] : memref<10xi32>
      %c = arith.addi %a, %b : i32
      memref.store %c, %to[%i] : memref<10xi32>
    }
    scf.yield %to, %from : memref<10xi32>, memref<10xi32>
  }
  %r = memref.load %last#0[%c5] : memref<10xi32>
  return %r : i32
}

func.func @stores_where_positive(%x: memref<20xi32>, %y: memref<20xi16>, %k: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0 : i32
  %count = scf.for %i = %c0 to %c20 step %c1 iter_args(%n = %zero) -> i32 {
    %v = memref.load %x[%i] : memref<20xi32>
    %is_positive = arith.cmpi sgt, %v, %zero : i32
    %m = scf.if %is_positive -> i32 {
      %w = memref.load %y[%i] : memref<20xi16>
      %e = arith.extsi %w : i16 to i32
      %s = arith.addi %e, %v : i32
      %is_less = arith.cmpi slt, %s, %k : i32
      scf.if %is_less {
        memref.store %s, %x[%i] : memref<20xi32>
      } else {
        %h = arith.trunci %v : i32 to i16
        memref.store %h, %y[%i] : memref<20xi16>
      }
      %more = arith.addi %n, %s : i32
      scf.yield %more : i32
    } else {
      scf.yield %n : i32
    }
    scf.yield %m : i32
  }
  return %count : i32
}

func.func @counts(%x: memref<17xi32>, %k: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %c17 step %c1 iter_args(%n = %zero, %s = %k) -> (i32, i32) {
    %v = memref.load %x[%i] : memref<17xi32>
    %is_less = arith.cmpi slt, %v, %k : i32
    %more = arith.addi %n, %one : i32
    %m = arith.select %is_less, %more, %n : i32
    %changed = arith.subi %s, %v : i32
    %t = arith.select %is_less, %s, %changed : i32
    scf.yield %m, %t : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

func.func @guarded(%x: memref<8xi32>, %i: i32, %v: i32) -> i32 {
  %c8 = arith.constant 8 : i32
  %minus = arith.constant -1 : i32
  %is_inside = arith.cmpi ult, %i, %c8 : i32
  %at = arith.index_cast %i : i32 to index
  %r = scf.if %is_inside -> i32 {
    %old = memref.load %x[%at] : memref<8xi32>
    memref.store %v, %x[%at] : memref<8xi32>
    scf.yield %old : i32
  } else {
    scf.yield %minus : i32
  }
  return %r : i32
}
"#;

#[test]
fn memory_is_that_of_the_interpreter() {
    let Ok(tools) = Tools::find() else { return };
    let mut random = Random::new(5);
    let mut draw = |kind: &Kind| match kind {
        // Small indices are in bounds.
        Kind::Int(32) if random.below(2) == 0 => Data::Bits(random.below(12)),
        kind => Data::random(kind, &mut random),
    };
    let n_compared = crate::support::compare(&tools, SOURCE, N_INPUTS, &mut draw);
    assert!(n_compared > 12 * N_INPUTS, "{n_compared} executions were compared");
}
