// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// A guard keeps what would trap from being executed, and gives other values then.

func.func @divide(%a: i32, %b: i32) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %many = arith.constant 99 : i32
  %c = arith.cmpi ne, %b, %zero : i32
  %p, %q = pvec.cmpp un, uc %c : !pvec.pred
  %x = pvec.guard %p else %many : i32 {
    %d = arith.divsi %a, %b : i32
    pvec.yield %d : i32
  }
  %m = memref.alloca() : memref<i32>
  memref.store %zero, %m[] : memref<i32>
  pvec.guard %q {
    memref.store %a, %m[] : memref<i32>
  }
  %y = memref.load %m[] : memref<i32>
  return %x, %y : i32, i32
}
