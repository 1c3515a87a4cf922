// Code with masks: each function with all arguments alike, as those of loops.

// Everything that memory can do under a mask, with tails that must not be accessed.
func.func @shapes(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 15 : index
  %i = arith.minui %n, %last : index
  %zero = arith.constant dense<0> : vector<8xi32>
  %size = arith.constant dense<16> : vector<8xindex>
  %mine = pvec.linear %i, %c1 : vector<8xindex>
  %inside = arith.cmpi ult, %mine, %size : vector<8xindex>
  %m = pvec.cmpp un %inside : !pvec.mask<8>
  %v = pvec.load contiguous %a[%i] if %m else %zero {alignment = 4 : i64} : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %ts = pvec.broadcast %t : vector<8xi32>
  %above = arith.cmpi sgt, %v, %ts : vector<8xi32>
  %p, %q = pvec.cmpp un, uc %above if %m : !pvec.mask<8>
  %u = pvec.load uniform %b[%i] if %p else %v : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %w = pvec.load strided %b[%c1] if %q else %u {stride = 2 : i64} : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %fifteen = arith.constant dense<15> : vector<8xi32>
  %o = arith.andi %w, %fifteen : vector<8xi32>
  %all = pvec.ptrue : !pvec.mask<8>
  %g = pvec.load gather %a[%c0] [%o] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>, vector<8xi32>
  %e = pvec.load packed %b[%c0] if %p else %g : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  pvec.store contiguous %e, %b[%i] if %m : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  pvec.store packed %g, %a[%c0] if %q : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  pvec.store gather %w, %a[%c0] [%o] if %p : memref<16xi32>, !pvec.mask<8>, vector<8xi32>, vector<8xi32>
  pvec.store uniform %e, %b[%c0] if %q : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  pvec.store strided %u, %b[%c0] if %p {stride = 2 : i64} : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %z = arith.constant 0 : i32
  %r = pvec.reduce add %e, %z if %m : !pvec.mask<8>, vector<8xi32>
  return %r : i32
}

// One element under a predicate.
func.func @scalars(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c16 = arith.constant 16 : index
  %in = arith.cmpi ult, %n, %c16 : index
  %p = pvec.cmpp un %in : !pvec.pred
  %x = pvec.load uniform %a[%n] if %p else %t : memref<16xi32>, !pvec.pred, i32
  %s = arith.addi %x, %t : i32
  pvec.store uniform %s, %b[%n] if %p : memref<16xi32>, !pvec.pred, i32
  return %x : i32
}

// What is asked of masks.
func.func @votes(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0> : vector<8xi32>
  %all = pvec.ptrue : !pvec.mask<8>
  %v = pvec.load contiguous %a[%c0] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %ts = pvec.broadcast %t : vector<8xi32>
  %above = arith.cmpi sgt, %v, %ts : vector<8xi32>
  %m = pvec.cmpp un %above : !pvec.mask<8>
  %any = pvec.any %m : !pvec.mask<8>
  %every = pvec.all %m : !pvec.mask<8>
  %none = pvec.none %m : !pvec.mask<8>
  %first = pvec.first_active %m : !pvec.mask<8>
  %count = pvec.active_count %m : !pvec.mask<8>
  %bits = pvec.ballot %m : !pvec.mask<8>
  %any32 = arith.extui %any : i1 to i32
  %every32 = arith.extui %every : i1 to i32
  %none32 = arith.extui %none : i1 to i32
  %first32 = arith.index_cast %first : index to i32
  %count32 = arith.index_cast %count : index to i32
  %bits32 = arith.extui %bits : i8 to i32
  memref.store %any32, %b[%c0] : memref<16xi32>
  memref.store %every32, %b[%c1] : memref<16xi32>
  memref.store %none32, %b[%c2] : memref<16xi32>
  memref.store %first32, %b[%c3] : memref<16xi32>
  memref.store %bits32, %b[%count] : memref<16xi32>
  return %count32 : i32
}

// Lanes moved together, apart, by numbers, and into groups.
func.func @groups(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0> : vector<8xi32>
  %all = pvec.ptrue : !pvec.mask<8>
  %v = pvec.load contiguous %a[%c0] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %ts = pvec.broadcast %t : vector<8xi32>
  %above = arith.cmpi sgt, %v, %ts : vector<8xi32>
  %m = pvec.cmpp un %above : !pvec.mask<8>
  %order, %count = pvec.partition %m : !pvec.mask<8>, vector<8xi32>
  %sorted = pvec.permute %v[%order] : vector<8xi32>, vector<8xi32>
  pvec.store contiguous %sorted, %b[%c8] if %all : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %packed = pvec.compress %v if %m : !pvec.mask<8>, vector<8xi32>
  %lane = pvec.lane_id : vector<8xindex>
  %counts = pvec.broadcast %count : vector<8xindex>
  %front = arith.cmpi ult, %lane, %counts : vector<8xindex>
  %f = pvec.cmpp un %front : !pvec.mask<8>
  pvec.store contiguous %packed, %b[%c0] if %f : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %spread = pvec.expand %v if %m : !pvec.mask<8>, vector<8xi32>
  pvec.store contiguous %spread, %a[%c8] if %m : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %x = pvec.extract %v[%c0] : vector<8xi32>
  %c7 = arith.constant 7 : index
  %where = arith.minui %count, %c7 : index
  %w = pvec.insert %t, %v[%where] : vector<8xi32>
  %r = pvec.reduce max %w, %x if %all : !pvec.mask<8>, vector<8xi32>
  return %r : i32
}

// Masks of masks, n-way choices, all reductions.
func.func @choices(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant dense<0> : vector<8xi32>
  %all = pvec.ptrue : !pvec.mask<8>
  %never = pvec.pclear : !pvec.mask<8>
  %v = pvec.load contiguous %a[%c0] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %w = pvec.load contiguous %b[%c8] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %ts = pvec.broadcast %t : vector<8xi32>
  %above = arith.cmpi sgt, %v, %ts : vector<8xi32>
  %more = arith.cmpi slt, %v, %w : vector<8xi32>
  %p, %q = pvec.cmpp un, uc %above : !pvec.mask<8>
  %pp, %pq = pvec.cmpp un, uc %more if %p : !pvec.mask<8>
  %x = pvec.blend %v if %pp, %w if %pq, %ts if %q : !pvec.mask<8>, vector<8xi32>
  %some, %others = pvec.cmpp on, ac %more if %q into %never, %all : !pvec.mask<8>
  %both = pvec.pand %some, %q : !pvec.mask<8>
  %one = pvec.por %both, %pp : !pvec.mask<8>
  %rest = pvec.pandn %all, %one : !pvec.mask<8>
  %not = pvec.pnot %rest : !pvec.mask<8>
  %y = pvec.select %not, %x, %ts : !pvec.mask<8>, vector<8xi32>
  pvec.store contiguous %y, %b[%c0] if %others : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %r0 = pvec.reduce add %y, %t if %p : !pvec.mask<8>, vector<8xi32>
  %r1 = pvec.reduce mul %y, %r0 if %q : !pvec.mask<8>, vector<8xi32>
  %r2 = pvec.reduce min %y, %r1 if %one : !pvec.mask<8>, vector<8xi32>
  %r3 = pvec.reduce max %x, %r2 if %rest : !pvec.mask<8>, vector<8xi32>
  %r4 = pvec.reduce and %v, %r3 if %some : !pvec.mask<8>, vector<8xi32>
  %r5 = pvec.reduce or %w, %r4 if %both : !pvec.mask<8>, vector<8xi32>
  %r6 = pvec.reduce xor %w, %r5 if %others : !pvec.mask<8>, vector<8xi32>
  return %r6 : i32
}

// Reductions of floats, in order.
func.func @floats(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : vector<8xi32>
  %all = pvec.ptrue : !pvec.mask<8>
  %v = pvec.load contiguous %a[%c0] if %all else %zero : memref<16xi32>, !pvec.mask<8>, vector<8xi32>
  %ts = pvec.broadcast %t : vector<8xi32>
  %above = arith.cmpi sgt, %v, %ts : vector<8xi32>
  %m = pvec.cmpp un %above : !pvec.mask<8>
  %f = arith.sitofp %v : vector<8xi32> to vector<8xf32>
  %third = arith.constant dense<0.3> : vector<8xf32>
  %g = arith.mulf %f, %third : vector<8xf32>
  %start = arith.constant 0.7 : f32
  %s = pvec.reduce add %g, %start if %m ordered : !pvec.mask<8>, vector<8xf32>
  %p = pvec.reduce mul %g, %start if %m ordered : !pvec.mask<8>, vector<8xf32>
  %l = pvec.reduce min %g, %s if %m : !pvec.mask<8>, vector<8xf32>
  %h = pvec.reduce max %g, %p if %m : !pvec.mask<8>, vector<8xf32>
  %d = arith.addf %l, %h : f32
  %r = arith.bitcast %d : f32 to i32
  return %r : i32
}

// A loop over lanes with a rest, and calls of both variants.
func.func @rounds(%n: index, %a: memref<16xi32>, %b: memref<16xi32>, %t: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0> : vector<4xi32>
  pvec.foreach %i, %on = %c0 to %n : !pvec.mask<4> {
    %v = pvec.load contiguous %a[%i] if %on else %zero : memref<16xi32>, !pvec.mask<4>, vector<4xi32>
    %w = pvec.call @twice(%v) : (vector<4xi32>) -> vector<4xi32>
    %x = pvec.call @more(%w, %t) if %on : (vector<4xi32>, i32) -> vector<4xi32>, !pvec.mask<4>
    pvec.store contiguous %x, %b[%i] if %on : memref<16xi32>, !pvec.mask<4>, vector<4xi32>
  }
  return %t : i32
}

func.func private @twice(%v: vector<4xi32>) -> vector<4xi32> {
  %w = arith.addi %v, %v : vector<4xi32>
  return %w : vector<4xi32>
}

func.func private @more(%v: vector<4xi32>, %t: i32, %m: !pvec.mask<4>) -> vector<4xi32> {
  %ts = pvec.broadcast %t : vector<4xi32>
  %w = arith.addi %v, %ts : vector<4xi32>
  %r = pvec.select %m, %w, %v : !pvec.mask<4>, vector<4xi32>
  return %r : vector<4xi32>
}
