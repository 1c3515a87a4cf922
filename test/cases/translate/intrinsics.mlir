// RUN: rmlir-translate --mlir-to-llvmir %s

// Declarations stand behind all functions, in the order of first use.
llvm.func @math(%x: f32, %v: vector<8xf64>, %s: vector<[4]xf32>, %n: i32) -> f32 {
  %0 = llvm.intr.sqrt(%x) : (f32) -> f32
  %1 = llvm.intr.fma(%0, %x, %x) {fastmathFlags = #llvm.fastmath<contract, nnan>} : (f32, f32, f32) -> f32
  %2 = llvm.intr.exp(%v) : (vector<8xf64>) -> vector<8xf64>
  %3 = llvm.intr.powi(%1, %n) : (f32, i32) -> f32
  %4 = llvm.intr.fabs(%s) : (vector<[4]xf32>) -> vector<[4]xf32>
  %5 = llvm.intr.sqrt(%3) : (f32) -> f32
  llvm.return %5 : f32
}

llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi32>) -> i32 {
  %0 = "llvm.intr.ctlz"(%a) <{is_zero_poison = true}> : (i32) -> i32
  %1 = "llvm.intr.sadd.with.overflow"(%0, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  %2 = llvm.extractvalue %1[0] : !llvm.struct<(i32, i1)>
  %3 = "llvm.intr.vector.reduce.add"(%v) : (vector<4xi32>) -> i32
  %4 = llvm.intr.smax(%2, %3) : (i32, i32) -> i32
  llvm.return %4 : i32
}

llvm.func @memory(%p: !llvm.ptr, %q: !llvm.ptr<1>, %n: i64, %byte: i8, %m: vector<4xi1>, %d: vector<4xf32>) -> vector<4xf32> {
  %one = llvm.mlir.constant(1 : i32) : i32
  %slot = llvm.alloca %one x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
  llvm.intr.lifetime.start %slot : !llvm.ptr
  "llvm.intr.memcpy"(%p, %q, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr<1>, i64) -> ()
  "llvm.intr.memset"(%slot, %byte, %n) <{isVolatile = true}> : (!llvm.ptr, i8, i64) -> ()
  llvm.intr.lifetime.end %slot : !llvm.ptr
  %0 = llvm.intr.masked.load %p, %m, %d {alignment = 4 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
  llvm.intr.masked.store %0, %p, %m {alignment = 4 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  llvm.return %0 : vector<4xf32>
}

llvm.func @assumptions(%c: i1, %p: !llvm.ptr, %n: i64) {
  %true = llvm.mlir.constant(true) : i1
  llvm.intr.assume %c : i1
  llvm.intr.assume %true ["align"(%p, %n : !llvm.ptr, i64)] : i1
  %0 = llvm.intr.expect %c, %c : i1
  %a = llvm.mlir.constant(1 : i32) : i32
  %b = llvm.mlir.constant(3 : i32) : i32
  llvm.call_intrinsic "llvm.prefetch.p0"(%p, %a, %b, %a) : (!llvm.ptr, i32, i32, i32) -> ()
  llvm.return
}
