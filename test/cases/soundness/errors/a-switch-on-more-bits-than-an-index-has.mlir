// RUN: rmlir-opt %s --split-input-file --lift-cf-to-scf

// The index of an scf.index_switch has 64 bits.
func.func @wide(%k: i128) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  cf.switch %k : i128, [
    default: ^bb2(%b : i32),
    3: ^bb1(%a : i32),
    1: ^bb2(%a : i32)
  ]
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// -----

func.func @one_bit_more(%k: i65) {
  cf.switch %k : i65, [
    default: ^bb1,
    -1: ^bb2
  ]
^bb1:
  cf.br ^bb2
^bb2:
  return
}

// -----

func.func @inside(%k: i96, %c: i1) {
  scf.if %c {
    scf.execute_region {
      cf.switch %k : i96, [
        default: ^bb1,
        7: ^bb2
      ]
    ^bb1:
      cf.br ^bb2
    ^bb2:
      scf.yield
    }
  }
  return
}

// -----

func.func @fits(%k: i64) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  cf.switch %k : i64, [
    default: ^bb2(%b : i32),
    -1: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}
