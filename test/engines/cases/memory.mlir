// Memory: memrefs as arguments and results, views, copies between layouts, globals, the stack, calls.

memref.global "private" constant @table : memref<4xi32> = dense<[3, 1, 4, 1]>
memref.global "private" @counter : memref<2xi64> = dense<7>

func.func @arguments(%a: memref<3x4xf32>, %b: memref<?x?xi16>, %c: memref<f64>) -> (f32, i16, f64) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.load %a[%c2, %c1] : memref<3x4xf32>
  %1 = memref.load %b[%c1, %c2] : memref<?x?xi16>
  %2 = memref.load %c[] : memref<f64>
  memref.store %0, %a[%c1, %c1] : memref<3x4xf32>
  memref.store %1, %b[%c2, %c1] : memref<?x?xi16>
  return %0, %1, %2 : f32, i16, f64
}

func.func @results(%a: memref<4xi32>, %n: i32) -> (memref<4xi32>, memref<2x2xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = memref.alloc() : memref<2x2xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c2 step %c1 {
      %1 = memref.load %a[%j] : memref<4xi32>
      %2 = arith.addi %1, %n : i32
      memref.store %2, %0[%i, %j] : memref<2x2xi32>
    }
  }
  return %a, %0, %n : memref<4xi32>, memref<2x2xi32>, i32
}

func.func @views(%a: memref<6x8xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0 = memref.subview %a[1, 2] [3, 2] [2, 3] : memref<6x8xf64> to memref<3x2xf64, strided<[16, 3], offset: 10>>
  %1 = memref.alloca() : memref<3x2xf64>
  memref.copy %0, %1 : memref<3x2xf64, strided<[16, 3], offset: 10>> to memref<3x2xf64>
  %2 = memref.load %1[%c1, %c1] : memref<3x2xf64>
  memref.store %zero, %0[%c1, %c1] : memref<3x2xf64, strided<[16, 3], offset: 10>>
  return %2 : f64
}

func.func @globals(%n: index) -> (i32, i64) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %at = arith.remui %n, %c4 : index
  %0 = memref.get_global @table : memref<4xi32>
  %1 = memref.load %0[%at] : memref<4xi32>
  %2 = memref.get_global @counter : memref<2xi64>
  %3 = memref.load %2[%c0] : memref<2xi64>
  return %1, %3 : i32, i64
}

func.func @stack(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i32
  %size = arith.addi %n, %c1 : index
  %sum = scf.for %i = %c0 to %c9 step %c1 iter_args(%sum = %zero) -> i32 {
    %part = memref.alloca_scope -> (i32) {
      %m = memref.alloca(%size) : memref<?xi32>
      %0 = arith.index_cast %i : index to i32
      memref.store %0, %m[%c0] : memref<?xi32>
      %1 = memref.load %m[%c0] : memref<?xi32>
      memref.alloca_scope.return %1 : i32
    }
    %next = arith.addi %sum, %part : i32
    scf.yield %next : i32
  }
  return %sum : i32
}

func.func @odd_elements(%m: memref<3xi24>, %w: memref<2xi128>, %b: memref<4xi1>) -> (i24, i128, i1) {
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%c1] : memref<3xi24>
  %1 = memref.load %w[%c1] : memref<2xi128>
  %2 = memref.load %b[%c1] : memref<4xi1>
  %3 = arith.addi %0, %0 : i24
  memref.store %3, %m[%c1] : memref<3xi24>
  return %0, %1, %2 : i24, i128, i1
}

func.func private @fibonacci(%n: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %is_small = arith.cmpi slt, %n, %c2 : i32
  %r = scf.if %is_small -> i32 {
    scf.yield %n : i32
  } else {
    %a = arith.subi %n, %c1 : i32
    %b = arith.subi %n, %c2 : i32
    %0 = func.call @fibonacci(%a) : (i32) -> i32
    %1 = func.call @fibonacci(%b) : (i32) -> i32
    %2 = arith.addi %0, %1 : i32
    scf.yield %2 : i32
  }
  return %r : i32
}

func.func @calls(%n: i32) -> i32 {
  %c15 = arith.constant 15 : i32
  %small = arith.andi %n, %c15 : i32
  %0 = call @fibonacci(%small) : (i32) -> i32
  return %0 : i32
}
