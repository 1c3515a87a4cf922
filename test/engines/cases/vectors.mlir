// Vectors as lanes: masks, packed lanes, shuffles, reductions, and those with more than one dimension.

func.func @masks(%a: vector<8xi32>, %b: vector<8xi32>) -> (vector<8xi1>, vector<8xi32>, i8) {
  %0 = arith.cmpi sgt, %a, %b : vector<8xi32>
  %1 = arith.select %0, %a, %b : vector<8xi1>, vector<8xi32>
  %2 = vector.bitcast %0 : vector<8xi1> to vector<1xi8>
  %3 = vector.extract %2[0] : i8 from vector<1xi8>
  return %0, %1, %3 : vector<8xi1>, vector<8xi32>, i8
}

func.func @packed(%a: vector<5xi3>, %m: memref<2xvector<9xi1>>) -> (vector<5xi3>, vector<9xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.addi %a, %a : vector<5xi3>
  %1 = memref.load %m[%c0] : memref<2xvector<9xi1>>
  %2 = memref.load %m[%c1] : memref<2xvector<9xi1>>
  %3 = arith.xori %1, %2 : vector<9xi1>
  memref.store %3, %m[%c0] : memref<2xvector<9xi1>>
  return %0, %3 : vector<5xi3>, vector<9xi1>
}

func.func @reduce(%a: vector<4xf32>, %b: vector<6xi16>, %s: f32) -> (f32, f32, f32, i16, i16, i16) {
  %0 = vector.reduction <add>, %a : vector<4xf32> into f32
  %1 = vector.reduction <add>, %a, %s : vector<4xf32> into f32
  %2 = vector.reduction <maximumf>, %a : vector<4xf32> into f32
  %3 = vector.reduction <add>, %b : vector<6xi16> into i16
  %4 = vector.reduction <minsi>, %b : vector<6xi16> into i16
  %5 = vector.reduction <maxui>, %b : vector<6xi16> into i16
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, i16, i16, i16
}

func.func @rows(%a: vector<2x3xf32>, %b: vector<2x3xf32>) -> (vector<2x3xf32>, vector<3x2xf32>, vector<3xf32>) {
  %0 = arith.mulf %a, %b : vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
  return %0, %1, %2 : vector<2x3xf32>, vector<3x2xf32>, vector<3xf32>
}

func.func @masked(%m: memref<16xf32>, %mask: vector<4xi1>, %pass: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c3 = arith.constant 3 : index
  %at = arith.constant dense<[7, 1, 0, 12]> : vector<4xi32>
  %0 = vector.maskedload %m[%c3], %mask, %pass : memref<16xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.gather %m[%c3] [%at], %mask, %pass
    : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%c3], %mask, %1 : memref<16xf32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%c3] [%at], %mask, %0 : memref<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

func.func @transfer(%m: memref<3x5xf32>) -> vector<2x4xf32> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c1, %c3], %zero : memref<3x5xf32>, vector<2x4xf32>
  %1 = arith.addf %0, %0 : vector<2x4xf32>
  vector.transfer_write %1, %m[%c1, %c1] {in_bounds = [true, true]} : vector<2x4xf32>, memref<3x5xf32>
  return %1 : vector<2x4xf32>
}

func.func @dynamic(%a: vector<4xi32>, %v: i32, %at: i32) -> (i32, vector<4xi32>) {
  %c3 = arith.constant 3 : i32
  %in = arith.andi %at, %c3 : i32
  %place = arith.index_cast %in : i32 to index
  %0 = vector.extract %a[%place] : i32 from vector<4xi32>
  %1 = vector.insert %v, %a[%place] : i32 into vector<4xi32>
  return %0, %1 : i32, vector<4xi32>
}
