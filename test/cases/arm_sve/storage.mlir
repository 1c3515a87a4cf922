// RUN: rmlir-opt %s --arm-sve-legalize-vector-storage --allow-unregistered-dialect

// Masks are stored as full predicates.
func.func @masks(%m: vector<[4]xi1>, %i: index) -> vector<[4]xi1> {
  %buffer = memref.alloca() : memref<3xvector<[4]xi1>>
  memref.store %m, %buffer[%i] : memref<3xvector<[4]xi1>>
  %0 = memref.load %buffer[%i] : memref<3xvector<[4]xi1>>
  return %0 : vector<[4]xi1>
}

// So are rows of them, seen one by one.
func.func @rows(%m: vector<[8]xi1>, %i: index) {
  %buffer = memref.alloc() {alignment = 4 : i64} : memref<vector<2x[8]xi1>>
  %rows = vector.type_cast %buffer : memref<vector<2x[8]xi1>> to memref<2xvector<[8]xi1>>
  memref.store %m, %rows[%i] {nontemporal = true} : memref<2xvector<[8]xi1>>
  return
}

// The stack is aligned to 16 bytes; what is said already stays.
func.func @alignment(%a: vector<[8]xf32>, %b: vector<[16]xi1>) {
  %0 = memref.alloca() : memref<vector<[8]xf32>>
  %1 = memref.alloca() : memref<vector<[16]xi1>>
  %2 = memref.alloca() {alignment = 64 : i64} : memref<vector<[8]xf32>>
  %3 = memref.alloca() : memref<vector<8xf32>>
  %4 = memref.alloca() : memref<vector<[7]xi1>>
  memref.store %a, %0[] : memref<vector<[8]xf32>>
  memref.store %b, %1[] : memref<vector<[16]xi1>>
  memref.store %a, %2[] : memref<vector<[8]xf32>>
  "test.use"(%3, %4) : (memref<vector<8xf32>>, memref<vector<[7]xi1>>) -> ()
  return
}

// The scalable dimension becomes the last; it begins where all rows before %i end.
func.func @reads(%m: memref<?x?x4x2xi16>, %i: index, %pad: i16) -> vector<3x[2]x4x2xi16> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %i, %c0, %c0], %pad {in_bounds = [false, false, true, true]} : memref<?x?x4x2xi16>, vector<3x[2]x4x2xi16>
  return %0 : vector<3x[2]x4x2xi16>
}

// So it does at the start.
func.func @reads_at_start(%m: memref<?x8xi16>, %pad: i16) -> vector<[2]x8xi16> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%c0, %c0], %pad {in_bounds = [true, true]} : memref<?x8xi16>, vector<[2]x8xi16>
  return %0 : vector<[2]x8xi16>
}

// Half of the rows are read: stays.
func.func @half_rows(%m: memref<?x8xi16>, %i: index, %pad: i16) -> vector<[2]x4xi16> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true, true]} : memref<?x8xi16>, vector<[2]x4xi16>
  return %0 : vector<[2]x4xi16>
}

// There is room between rows: stays.
func.func @with_room(%m: memref<?x8xi16, strided<[16, 1]>>, %i: index, %pad: i16) -> vector<[2]x8xi16> {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_read %m[%i, %c0], %pad {in_bounds = [true, true]} : memref<?x8xi16, strided<[16, 1]>>, vector<[2]x8xi16>
  return %0 : vector<[2]x8xi16>
}
