// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(raise-scf-to-affine))' --verify-semantics
// Conditions of scf become those of affine where they compare affine values.

func.func @guards(%a: memref<8x8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i64
  %seven = arith.constant 7 : i64
  %v = arith.constant 5 : i32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %wide = arith.index_cast %j : index to i64
      // Without sign: the induction variable is not negative.
      %below = arith.cmpi ult, %wide, %seven : i64
      scf.if %below {
        memref.store %v, %a[%i, %j] : memref<8x8xi32>
      }
      // It is not negative, so different from zero is positive.
      %other = arith.cmpi ne, %wide, %zero : i64
      scf.if %other {
        memref.store %v, %a[%i, %j] : memref<8x8xi32>
      }
      %diagonal = arith.cmpi ne, %i, %j : index
      scf.if %diagonal {
        memref.store %v, %a[%i, %i] : memref<8x8xi32>
      }
      %next = arith.addi %i, %c1 : index
      %above = arith.cmpi sgt, %j, %next : index
      %early = arith.cmpi slt, %i, %n : index
      %both = arith.andi %above, %early : i1
      %x = scf.if %both -> (i32) {
        %y = memref.load %a[%i, %j] : memref<8x8xi32>
        scf.yield %y : i32
      } else {
        scf.yield %v : i32
      }
      memref.store %x, %a[%j, %i] : memref<8x8xi32>
    }
  }
  return
}

// The sign of the symbol is unknown; a narrow integer loses bits; two values that differ are no conjunction; what is
// loaded is not affine.
func.func @others(%a: memref<8xi32>, %n: index, %k: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %two = arith.constant 2 : i8
  %v = arith.constant 5 : i32
  affine.for %i = 0 to 8 {
    %below = arith.cmpi ult, %i, %n : index
    scf.if %below {
      memref.store %v, %a[%i] : memref<8xi32>
    }
    %narrow = arith.index_cast %i : index to i8
    %less = arith.cmpi slt, %narrow, %two : i8
    scf.if %less {
      memref.store %v, %a[%i] : memref<8xi32>
    }
    %first = arith.cmpi ne, %i, %c1 : index
    %second = arith.cmpi ne, %i, %c5 : index
    %both = arith.andi %first, %second : i1
    scf.if %both {
      memref.store %v, %a[%i] : memref<8xi32>
    }
    %x = memref.load %a[%i] : memref<8xi32>
    %same = arith.cmpi eq, %x, %v : i32
    scf.if %same {
      memref.store %v, %a[%c0] : memref<8xi32>
    }
  }
  return
}
