// RUN: rmlir-opt %s --split-input-file --convert-vector-to-llvm -o /dev/null
// RUN: rmlir-opt %s --split-input-file --test-vector-gather-lowering
// RUN: rmlir-opt %s --split-input-file --canonicalize -o /dev/null
// RUN: rmlir-opt %s --split-input-file --test-vector-scan-lowering
// RUN: rmlir-opt %s --split-input-file --test-vector-emulate-masked-load-store
// RUN: rmlir-opt %s --split-input-file --convert-math-to-libm
// RUN: rmlir-opt %s --split-input-file --convert-vector-to-scf=full-unroll

// What would take billions of operations, or of elements of a constant, stays as it is.

func.func @contract(%a: vector<100000x100000xf32>, %b: vector<100000x100000xf32>, %c: vector<100000x100000xf32>) -> vector<100000x100000xf32> {
  %0 = vector.contract {indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(k,j)>, affine_map<(i,j,k)->(i,j)>], iterator_types = ["parallel","parallel","reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<100000x100000xf32>, vector<100000x100000xf32> into vector<100000x100000xf32>
  return %0 : vector<100000x100000xf32>
}

// -----

func.func @transpose(%a: vector<100000x70000xf32>) -> vector<70000x100000xf32> {
  %0 = vector.transpose %a, [1, 0] : vector<100000x70000xf32> to vector<70000x100000xf32>
  return %0 : vector<70000x100000xf32>
}

// -----

func.func @shape_cast(%a: vector<100000x70000xf32>) -> vector<70000x100000xf32> {
  %0 = vector.shape_cast %a : vector<100000x70000xf32> to vector<70000x100000xf32>
  return %0 : vector<70000x100000xf32>
}

// -----

func.func @mask(%a: index, %b: index) -> vector<1000000x1000000xi1> {
  %0 = vector.create_mask %a, %b : vector<1000000x1000000xi1>
  return %0 : vector<1000000x1000000xi1>
}

// -----

func.func @cmask() -> vector<1000000x1000000xi1> {
  %0 = vector.constant_mask [3, 4] : vector<1000000x1000000xi1>
  return %0 : vector<1000000x1000000xi1>
}

// -----

func.func @mred(%a: vector<1000000x1000000xf32>, %c: vector<1000000xf32>) -> vector<1000000xf32> {
  %0 = vector.multi_reduction <add>, %a, %c [0] : vector<1000000x1000000xf32> to vector<1000000xf32>
  return %0 : vector<1000000xf32>
}

// -----

func.func @mred1(%a: vector<1000000x1000000xf32>, %c: vector<1000000xf32>) -> vector<1000000xf32> {
  %0 = vector.multi_reduction <add>, %a, %c [1] : vector<1000000x1000000xf32> to vector<1000000xf32>
  return %0 : vector<1000000xf32>
}

// -----

func.func @gather(%m: memref<?x?xf32>, %i: index, %v: vector<1000000x1000000xindex>, %k: vector<1000000x1000000xi1>, %p: vector<1000000x1000000xf32>) -> vector<1000000x1000000xf32> {
  %0 = vector.gather %m[%i, %i] [%v], %k, %p : memref<?x?xf32>, vector<1000000x1000000xindex>, vector<1000000x1000000xi1>, vector<1000000x1000000xf32> into vector<1000000x1000000xf32>
  return %0 : vector<1000000x1000000xf32>
}

// -----

func.func @gather1(%m: memref<?xf32>, %i: index, %v: vector<100000000xindex>, %k: vector<100000000xi1>, %p: vector<100000000xf32>) -> vector<100000000xf32> {
  %0 = vector.gather %m[%i] [%v], %k, %p : memref<?xf32>, vector<100000000xindex>, vector<100000000xi1>, vector<100000000xf32> into vector<100000000xf32>
  return %0 : vector<100000000xf32>
}

// -----

func.func @outer(%a: vector<1000000xf32>, %b: vector<1000000xf32>) -> vector<1000000x1000000xf32> {
  %0 = vector.outerproduct %a, %b : vector<1000000xf32>, vector<1000000xf32>
  return %0 : vector<1000000x1000000xf32>
}

// -----

func.func @fma(%a: vector<10000000x1000000xf32>) -> vector<10000000x1000000xf32> {
  %0 = vector.fma %a, %a, %a : vector<10000000x1000000xf32>
  return %0 : vector<10000000x1000000xf32>
}

// -----

func.func @exp(%a: vector<10000000x1000000xf32>) -> vector<10000000x1000000xf32> {
  %0 = math.exp %a : vector<10000000x1000000xf32>
  return %0 : vector<10000000x1000000xf32>
}

// -----

func.func @read(%m: memref<?x?xf32>, %i: index, %p: f32) -> vector<1000000x1000000xf32> {
  %0 = vector.transfer_read %m[%i, %i], %p : memref<?x?xf32>, vector<1000000x1000000xf32>
  return %0 : vector<1000000x1000000xf32>
}

// -----

func.func @write(%m: memref<?x?xf32>, %i: index, %p: vector<1000000x1000000xf32>) {
  vector.transfer_write %p, %m[%i, %i] : vector<1000000x1000000xf32>, memref<?x?xf32>
  return
}

// -----

func.func @ess(%a: vector<1000000x1000000xf32>) -> vector<500000x500000xf32> {
  %0 = vector.extract_strided_slice %a {offsets=[0,0], sizes=[500000,500000], strides=[1,1]} : vector<1000000x1000000xf32> to vector<500000x500000xf32>
  return %0 : vector<500000x500000xf32>
}

// -----

func.func @iss(%a: vector<1000000x1000000xf32>, %b: vector<500000x500000xf32>) -> vector<1000000x1000000xf32> {
  %0 = vector.insert_strided_slice %b, %a {offsets=[0,0], strides=[1,1]} : vector<500000x500000xf32> into vector<1000000x1000000xf32>
  return %0 : vector<1000000x1000000xf32>
}

// -----

func.func @bc(%a: vector<1000000xf32>) -> vector<10000000x1000000xf32> {
  %0 = vector.broadcast %a : vector<1000000xf32> to vector<10000000x1000000xf32>
  return %0 : vector<10000000x1000000xf32>
}

// -----

func.func @step() -> vector<1000000000xindex> {
  %a = vector.step : vector<1000000000xindex>
  return %a : vector<1000000000xindex>
}

// -----

func.func @scan(%a: vector<1000000x1000000xf32>, %b: vector<1000000xf32>) -> (vector<1000000x1000000xf32>, vector<1000000xf32>) {
  %0:2 = vector.scan <add>, %a, %b {inclusive = true, reduction_dim = 0 : i64} : vector<1000000x1000000xf32>, vector<1000000xf32>
  return %0#0, %0#1 : vector<1000000x1000000xf32>, vector<1000000xf32>
}

// -----

func.func @mload(%m: memref<?xf32>, %i: index, %k: vector<100000000xi1>, %p: vector<100000000xf32>) -> vector<100000000xf32> {
  %0 = vector.maskedload %m[%i], %k, %p : memref<?xf32>, vector<100000000xi1>, vector<100000000xf32> into vector<100000000xf32>
  vector.maskedstore %m[%i], %k, %p : memref<?xf32>, vector<100000000xi1>, vector<100000000xf32>
  vector.scatter %m[%i] [%k], %k, %p : memref<?xf32>, vector<100000000xi1>, vector<100000000xi1>, vector<100000000xf32>
  return %0 : vector<100000000xf32>
}

// -----

// Each of the rows can be unrolled, all of them together cannot.
func.func @gather_of_rows(%m: memref<?x?xf32>, %i: index, %v: vector<65536x65536xindex>, %k: vector<65536x65536xi1>, %p: vector<65536x65536xf32>) -> vector<65536x65536xf32> {
  %0 = vector.gather %m[%i, %i] [%v], %k, %p : memref<?x?xf32>, vector<65536x65536xindex>, vector<65536x65536xi1>, vector<65536x65536xf32> into vector<65536x65536xf32>
  return %0 : vector<65536x65536xf32>
}

// -----

// The sum of a start and a length is more than an index.
func.func @ends_of_transfers(%m: memref<8xf32>) -> vector<9223372036854775807xf32> {
  %pad = arith.constant 0.0 : f32
  %c3 = arith.constant 3 : index
  %0 = vector.transfer_read %m[%c3], %pad : memref<8xf32>, vector<9223372036854775807xf32>
  return %0 : vector<9223372036854775807xf32>
}

// -----

func.func @halves(%v: vector<9223372036854775806xf32>) -> (vector<4611686018427387903xf32>, vector<4611686018427387903xf32>) {
  %0, %1 = vector.deinterleave %v : vector<9223372036854775806xf32> -> vector<4611686018427387903xf32>
  return %0, %1 : vector<4611686018427387903xf32>, vector<4611686018427387903xf32>
}

// -----

func.func @interleaved(%v: vector<4611686018427387903xf32>) -> vector<9223372036854775806xf32> {
  %0 = vector.interleave %v, %v : vector<4611686018427387903xf32> -> vector<9223372036854775806xf32>
  return %0 : vector<9223372036854775806xf32>
}

// -----

func.func @scalable_rows(%v: vector<1073741824x[4]xf32>) -> vector<2147483648x[2]xf32> {
  %0 = vector.shape_cast %v : vector<1073741824x[4]xf32> to vector<2147483648x[2]xf32>
  return %0 : vector<2147483648x[2]xf32>
}

// -----

func.func @mask(%n: index) -> vector<9223372036854775807xi1> {
  %0 = vector.create_mask %n : vector<9223372036854775807xi1>
  return %0 : vector<9223372036854775807xi1>
}
