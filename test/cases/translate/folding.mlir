// RUN: rmlir-translate --mlir-to-llvmir %s

llvm.mlir.global internal @data(0 : i32) : i32

// What has only constants is no instruction.
llvm.func @integers() -> i32 {
  %a = llvm.mlir.constant(12 : i32) : i32
  %b = llvm.mlir.constant(-5 : i32) : i32
  %add = llvm.add %a, %b : i32
  %mul = llvm.mul %add, %b : i32
  %div = llvm.sdiv %mul, %add : i32
  %shl = llvm.shl %div, %add : i32
  %cmp = llvm.icmp "ult" %shl, %a : i32
  %ext = llvm.zext %cmp : i1 to i32
  %select = llvm.select %cmp, %shl, %ext : i1, i32
  llvm.return %select : i32
}

llvm.func @floats() -> f64 {
  %a = llvm.mlir.constant(1.5 : f32) : f32
  %b = llvm.mlir.constant(0.1 : f32) : f32
  %mul = llvm.fmul %a, %b : f32
  %wide = llvm.fpext %mul : f32 to f64
  %neg = llvm.fneg %wide : f64
  llvm.return %neg : f64
}

llvm.func @vectors() -> vector<4xi32> {
  %a = llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<4xi32>
  %i = llvm.mlir.constant(2 : i64) : i64
  %x = llvm.mlir.constant(9 : i32) : i32
  %put = llvm.insertelement %x, %a[%i : i64] : vector<4xi32>
  %shuffled = llvm.shufflevector %put, %a [3, 2, 5, 4] : vector<4xi32>
  %sum = llvm.add %shuffled, %a : vector<4xi32>
  llvm.return %sum : vector<4xi32>
}

llvm.func @addresses() -> !llvm.ptr {
  %p = llvm.mlir.addressof @data : !llvm.ptr
  %q = llvm.getelementptr inbounds %p[3] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.return %q : !llvm.ptr
}

llvm.func @divided_by_zero(%x: i32) -> i32 {
  %zero = llvm.mlir.zero : i32
  %a = llvm.mlir.constant(12 : i32) : i32
  %div = llvm.udiv %a, %zero : i32
  %undef = llvm.mlir.undef : i32
  %sum = llvm.add %div, %undef : i32
  %kept = llvm.add %sum, %x : i32
  llvm.return %kept : i32
}
