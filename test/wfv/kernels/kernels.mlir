// Functions of one element each, as they are written for one: `%i` is its number, `%n` and `%m` say how much there is to do.
// `twins.c` has the same in C.

// The exponential of a number that is not above 88, the logarithm of one above 0, the cosine of so many turns, 0 to 1.
func.func @exponential(%x: f32) -> f32 attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 1.44269504 : f32
  %c1 = arith.constant -126.0 : f32
  %c2 = arith.constant 1.5403530e-4 : f32
  %c3 = arith.constant 1.3333558e-3 : f32
  %c4 = arith.constant 9.6181291e-3 : f32
  %c5 = arith.constant 5.5504109e-2 : f32
  %c6 = arith.constant 2.4022651e-1 : f32
  %c7 = arith.constant 6.9314718e-1 : f32
  %c8 = arith.constant 1.0 : f32
  %c9 = arith.constant 127 : i32
  %c10 = arith.constant 23 : i32
  %v1 = arith.mulf %x, %c0 : f32
  %v2 = arith.maximumf %v1, %c1 : f32
  %v3 = arith.fptosi %v2 : f32 to i32
  %v4 = arith.sitofp %v3 : i32 to f32
  %v5 = arith.subf %v2, %v4 : f32
  %v6 = arith.mulf %c2, %v5 : f32
  %v7 = arith.addf %v6, %c3 : f32
  %v8 = arith.mulf %v7, %v5 : f32
  %v9 = arith.addf %v8, %c4 : f32
  %v10 = arith.mulf %v9, %v5 : f32
  %v11 = arith.addf %v10, %c5 : f32
  %v12 = arith.mulf %v11, %v5 : f32
  %v13 = arith.addf %v12, %c6 : f32
  %v14 = arith.mulf %v13, %v5 : f32
  %v15 = arith.addf %v14, %c7 : f32
  %v16 = arith.mulf %v15, %v5 : f32
  %v17 = arith.addf %v16, %c8 : f32
  %v18 = arith.addi %v3, %c9 : i32
  %v19 = arith.shli %v18, %c10 : i32
  %v20 = arith.bitcast %v19 : i32 to f32
  %v21 = arith.mulf %v17, %v20 : f32
  return %v21 : f32
}

func.func @logarithm(%x: f32) -> f32 attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 23 : i32
  %c1 = arith.constant 255 : i32
  %c2 = arith.constant 127 : i32
  %c3 = arith.constant 8388607 : i32
  %c4 = arith.constant 1065353216 : i32
  %c5 = arith.constant 1.0 : f32
  %c6 = arith.constant 3.0102625e-2 : f32
  %c7 = arith.constant -1.3011941e-1 : f32
  %c8 = arith.constant 2.8330383e-1 : f32
  %c9 = arith.constant -4.8915684e-1 : f32
  %c10 = arith.constant 9.9901036e-1 : f32
  %c11 = arith.constant 6.9314718e-1 : f32
  %v1 = arith.bitcast %x : f32 to i32
  %v2 = arith.shrsi %v1, %c0 : i32
  %v3 = arith.andi %v2, %c1 : i32
  %v4 = arith.subi %v3, %c2 : i32
  %v5 = arith.sitofp %v4 : i32 to f32
  %v6 = arith.andi %v1, %c3 : i32
  %v7 = arith.ori %v6, %c4 : i32
  %v8 = arith.bitcast %v7 : i32 to f32
  %v9 = arith.subf %v8, %c5 : f32
  %v10 = arith.mulf %c6, %v9 : f32
  %v11 = arith.addf %v10, %c7 : f32
  %v12 = arith.mulf %v11, %v9 : f32
  %v13 = arith.addf %v12, %c8 : f32
  %v14 = arith.mulf %v13, %v9 : f32
  %v15 = arith.addf %v14, %c9 : f32
  %v16 = arith.mulf %v15, %v9 : f32
  %v17 = arith.addf %v16, %c10 : f32
  %v18 = arith.mulf %v17, %v9 : f32
  %v19 = arith.mulf %v5, %c11 : f32
  %v20 = arith.addf %v18, %v19 : f32
  return %v20 : f32
}

func.func @cosine_of_turn(%x: f32) -> f32 attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0.5 : f32
  %c1 = arith.constant -26.4262568 : f32
  %c2 = arith.constant 60.2446414 : f32
  %c3 = arith.constant -85.4568172 : f32
  %c4 = arith.constant 64.9393940 : f32
  %c5 = arith.constant -19.7392088 : f32
  %c6 = arith.constant 1.0 : f32
  %v1 = arith.subf %x, %c0 : f32
  %v2 = arith.mulf %v1, %v1 : f32
  %v3 = arith.mulf %c1, %v2 : f32
  %v4 = arith.addf %v3, %c2 : f32
  %v5 = arith.mulf %v4, %v2 : f32
  %v6 = arith.addf %v5, %c3 : f32
  %v7 = arith.mulf %v6, %v2 : f32
  %v8 = arith.addf %v7, %c4 : f32
  %v9 = arith.mulf %v8, %v2 : f32
  %v10 = arith.addf %v9, %c5 : f32
  %v11 = arith.mulf %v10, %v2 : f32
  %v12 = arith.addf %v11, %c6 : f32
  %v13 = arith.negf %v12 : f32
  return %v13 : f32
}

// Rounds until a point leaves a circle, at most %n: lanes leave at different times.
func.func @mandelbrot(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %f4 = arith.constant 4.0 : f32
  %f2 = arith.constant 2.0 : f32
  %sx = arith.constant 0.005859375 : f32
  %sy = arith.constant 0.00390625 : f32
  %zero = arith.constant 0.0 : f32
  %unit = arith.constant 1.0 : f32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %bits = arith.constant 9 : index
  %low = arith.constant 511 : index
  %most = arith.index_cast %n : index to i32
  %row = arith.shrsi %i, %bits : index
  %col = arith.andi %i, %low : index
  %ri = arith.index_cast %row : index to i32
  %ci = arith.index_cast %col : index to i32
  %rf = arith.sitofp %ri : i32 to f32
  %cf = arith.sitofp %ci : i32 to f32
  %ys = arith.mulf %rf, %sy : f32
  %xs = arith.mulf %cf, %sx : f32
  %y0 = arith.subf %ys, %unit : f32
  %x0 = arith.subf %xs, %f2 : f32
  %r:3 = scf.while (%x = %zero, %y = %zero, %t = %z) : (f32, f32, i32) -> (f32, f32, i32) {
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    %s = arith.addf %xx, %yy : f32
    %in = arith.cmpf ole, %s, %f4 : f32
    %few = arith.cmpi slt, %t, %most : i32
    %go = arith.andi %in, %few : i1
    scf.condition(%go) %x, %y, %t : f32, f32, i32
  } do {
  ^bb0(%x: f32, %y: f32, %t: i32):
    %xx = arith.mulf %x, %x : f32
    %yy = arith.mulf %y, %y : f32
    %d = arith.subf %xx, %yy : f32
    %xn = arith.addf %d, %x0 : f32
    %xy = arith.mulf %x, %y : f32
    %xy2 = arith.mulf %xy, %f2 : f32
    %yn = arith.addf %xy2, %y0 : f32
    %tn = arith.addi %t, %one : i32
    scf.yield %xn, %yn, %tn : f32, f32, i32
  }
  memref.store %r#2, %k[%i] : memref<?xi32>
  return
}

// The price of an option.
func.func @blackscholes(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 1.0 : f32
  %c1 = arith.constant 0.065 : f32
  %c2 = arith.constant 0.3 : f32
  %c3 = arith.constant 0.2316419 : f32
  %c4 = arith.constant 1.781477937 : f32
  %c5 = arith.constant -0.356563782 : f32
  %c6 = arith.constant 0.31938153 : f32
  %c7 = arith.constant 0.5 : f32
  %c8 = arith.constant 0.39894228 : f32
  %c9 = arith.constant 0.0 : f32
  %c10 = arith.constant -0.02 : f32
  %v1 = memref.load %a[%i] : memref<?xf32>
  %v2 = math.absf %v1 : f32
  %v3 = arith.addf %v2, %c0 : f32
  %v4 = memref.load %b[%i] : memref<?xf32>
  %v5 = math.absf %v4 : f32
  %v6 = arith.addf %v5, %c0 : f32
  %v7 = arith.divf %v3, %v6 : f32
  %v8 = func.call @logarithm(%v7) : (f32) -> f32
  %v9 = arith.addf %v8, %c1 : f32
  %v10 = arith.divf %v9, %c2 : f32
  %v11 = math.absf %v10 : f32
  %v12 = arith.mulf %c3, %v11 : f32
  %v13 = arith.addf %v12, %c0 : f32
  %v14 = arith.divf %c0, %v13 : f32
  %v15 = arith.mulf %c4, %v14 : f32
  %v16 = arith.addf %v15, %c5 : f32
  %v17 = arith.mulf %v16, %v14 : f32
  %v18 = arith.addf %v17, %c6 : f32
  %v19 = arith.mulf %v18, %v14 : f32
  %v20 = arith.mulf %v10, %v10 : f32
  %v21 = arith.mulf %v20, %c7 : f32
  %v22 = arith.negf %v21 : f32
  %v23 = func.call @exponential(%v22) : (f32) -> f32
  %v24 = arith.mulf %c8, %v23 : f32
  %v25 = arith.mulf %v24, %v19 : f32
  %up = arith.cmpf ogt, %v10, %c9 : f32
  %cnd = scf.if %up -> f32 {
    %inverse = arith.subf %c0, %v25 : f32
    scf.yield %inverse : f32
  } else {
    scf.yield %v25 : f32
  }
  %v26 = arith.mulf %c10, %v14 : f32
  %v27 = func.call @exponential(%v26) : (f32) -> f32
  %v28 = arith.mulf %v6, %v27 : f32
  %v29 = arith.mulf %v28, %v25 : f32
  %v30 = arith.mulf %v3, %cnd : f32
  %v31 = arith.subf %v30, %v29 : f32
  memref.store %v31, %o[%i] : memref<?xf32>
  return
}

// The pull of all bodies on one.
func.func @nbody(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %eps = arith.constant 0.01 : f32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %xi = memref.load %a[%i] : memref<?xf32>
  %yi = memref.load %b[%i] : memref<?xf32>
  %f:2 = scf.for %j = %c0 to %n step %c1 iter_args(%fx = %zero, %fy = %zero) -> (f32, f32) {
    %xj = memref.load %a[%j] : memref<?xf32>
    %yj = memref.load %b[%j] : memref<?xf32>
    %dx = arith.subf %xj, %xi : f32
    %dy = arith.subf %yj, %yi : f32
    %xx = arith.mulf %dx, %dx : f32
    %yy = arith.mulf %dy, %dy : f32
    %d = arith.addf %xx, %yy : f32
    %de = arith.addf %d, %eps : f32
    %r = math.sqrt %de : f32
    %r3 = arith.mulf %r, %de : f32
    %w = arith.divf %one, %r3 : f32
    %px = arith.mulf %dx, %w : f32
    %py = arith.mulf %dy, %w : f32
    %nx = arith.addf %fx, %px : f32
    %ny = arith.addf %fy, %py : f32
    scf.yield %nx, %ny : f32, f32
  }
  %sum = arith.addf %f#0, %f#1 : f32
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// A ray through a volume: what it meets takes light from it, until little is left.
func.func @volume(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %unit = arith.constant 1.0 : f32
  %least = arith.constant 0.05 : f32
  %weight = arith.constant 0.03 : f32
  %scale = arith.constant 0.25 : f32
  %sx = arith.constant 0.21 : f32
  %sy = arith.constant 0.13 : f32
  %sz = arith.constant 0.37 : f32
  %c15 = arith.constant 15 : i32
  %c7 = arith.constant 7 : i32
  %c16 = arith.constant 16 : i32
  %low = arith.constant 63 : index
  %bits = arith.constant 6 : index
  %col = arith.andi %i, %low : index
  %up = arith.shrsi %i, %bits : index
  %row = arith.andi %up, %low : index
  %ci = arith.index_cast %col : index to i32
  %ri = arith.index_cast %row : index to i32
  %cf = arith.sitofp %ci : i32 to f32
  %rf = arith.sitofp %ri : i32 to f32
  %px = arith.mulf %cf, %scale : f32
  %py = arith.mulf %rf, %scale : f32
  %r:3 = scf.while (%t = %z, %clear = %unit, %light = %zero) : (index, f32, f32) -> (index, f32, f32) {
    %few = arith.cmpi slt, %t, %n : index
    %through = arith.cmpf ogt, %clear, %least : f32
    %go = arith.andi %few, %through : i1
    scf.condition(%go) %t, %clear, %light : index, f32, f32
  } do {
  ^bb0(%t: index, %clear: f32, %light: f32):
    %ti = arith.index_cast %t : index to i32
    %depth = arith.sitofp %ti : i32 to f32
    %dx = arith.mulf %depth, %sx : f32
    %dy = arith.mulf %depth, %sy : f32
    %zf = arith.mulf %depth, %sz : f32
    %xf = arith.addf %px, %dx : f32
    %yf = arith.addf %py, %dy : f32
    %xi = arith.fptosi %xf : f32 to i32
    %yi = arith.fptosi %yf : f32 to i32
    %zi = arith.fptosi %zf : f32 to i32
    %x = arith.andi %xi, %c15 : i32
    %y = arith.andi %yi, %c7 : i32
    %zz = arith.andi %zi, %c7 : i32
    %za = arith.muli %zz, %c16 : i32
    %zy = arith.addi %za, %y : i32
    %zya = arith.muli %zy, %c16 : i32
    %zyx = arith.addi %zya, %x : i32
    %at = arith.index_cast %zyx : i32 to index
    %value = memref.load %a[%at] : memref<?xf32>
    %density = math.absf %value : f32
    %is = arith.cmpf ogt, %density, %unit : f32
    %step:2 = scf.if %is -> (f32, f32) {
      %weighed = arith.mulf %density, %weight : f32
      %part = arith.mulf %weighed, %clear : f32
      %ya = arith.muli %y, %c16 : i32
      %yz = arith.addi %ya, %zz : i32
      %yza = arith.muli %yz, %c16 : i32
      %yzx = arith.addi %yza, %x : i32
      %from = arith.index_cast %yzx : i32 to index
      %color = memref.load %b[%from] : memref<?xf32>
      %lit = arith.mulf %color, %part : f32
      %more = arith.addf %light, %lit : f32
      %less = arith.subf %clear, %part : f32
      scf.yield %less, %more : f32, f32
    } else {
      scf.yield %clear, %light : f32, f32
    }
    %tn = arith.addi %t, %one : index
    scf.yield %tn, %step#0, %step#1 : index, f32, f32
  }
  memref.store %r#2, %o[%i] : memref<?xf32>
  return
}

// A stencil of 5 by 5, rows of 64 in rows of 68.
func.func @convolve(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5 : index
  %bits = arith.constant 6 : index
  %low = arith.constant 63 : index
  %width = arith.constant 68 : index
  %row = arith.shrsi %i, %bits : index
  %col = arith.andi %i, %low : index
  %sum = scf.for %y = %c0 to %five step %c1 iter_args(%s0 = %zero) -> f32 {
    %ry = arith.addi %row, %y : index
    %base = arith.muli %ry, %width : index
    %start = arith.addi %base, %col : index
    %wy = arith.muli %y, %five : index
    %s = scf.for %x = %c0 to %five step %c1 iter_args(%s1 = %s0) -> f32 {
      %at = arith.addi %start, %x : index
      %v = memref.load %a[%at] : memref<?xf32>
      %wat = arith.addi %wy, %x : index
      %w = memref.load %b[%wat] : memref<?xf32>
      %p = arith.mulf %v, %w : f32
      %s2 = arith.addf %s1, %p : f32
      scf.yield %s2 : f32
    }
    scf.yield %s : f32
  }
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// An element of a product of matrices with rows of 128.
func.func @multiply(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %bits = arith.constant 7 : index
  %low = arith.constant 127 : index
  %width = arith.constant 128 : index
  %row = arith.shrsi %i, %bits : index
  %col = arith.andi %i, %low : index
  %base = arith.muli %row, %width : index
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %ai = arith.addi %base, %j : index
    %x = memref.load %a[%ai] : memref<?xf32>
    %br = arith.muli %j, %width : index
    %bi = arith.addi %br, %col : index
    %y = memref.load %b[%bi] : memref<?xf32>
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// An element to the other side of the diagonal, rows of 64.
func.func @transpose(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %bits = arith.constant 6 : index
  %low = arith.constant 63 : index
  %width = arith.constant 64 : index
  %row = arith.shrsi %i, %bits : index
  %col = arith.andi %i, %low : index
  %base = arith.muli %col, %width : index
  %at = arith.addi %base, %row : index
  %x = memref.load %a[%i] : memref<?xf32>
  memref.store %x, %o[%at] : memref<?xf32>
  return
}

// A step of bitonic sorting: the lower one of two at distance %n compares and exchanges, up or down by runs of %m.
func.func @bitonic(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %other = arith.xori %i, %n : index
  %first = arith.cmpi sgt, %other, %i : index
  scf.if %first {
    %x = memref.load %o[%i] : memref<?xf32>
    %y = memref.load %o[%other] : memref<?xf32>
    %run = arith.andi %i, %m : index
    %up = arith.cmpi eq, %run, %c0 : index
    %above = arith.cmpf ogt, %x, %y : f32
    %below = arith.cmpf olt, %x, %y : f32
    %wrong = arith.select %up, %above, %below : i1
    scf.if %wrong {
      memref.store %y, %o[%i] : memref<?xf32>
      memref.store %x, %o[%other] : memref<?xf32>
    }
  }
  return
}

// A coefficient of a block of eight: the block is uniform, the place in it consecutive.
func.func @dct(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %eight = arith.constant 8 : index
  %low = arith.constant 7 : index
  %in = arith.andi %i, %low : index
  %block = arith.subi %i, %in : index
  %sum = scf.for %t = %c0 to %eight step %c1 iter_args(%s = %zero) -> f32 {
    %at = arith.addi %block, %t : index
    %x = memref.load %a[%at] : memref<?xf32>
    %r = arith.muli %t, %eight : index
    %w = arith.addi %r, %in : index
    %y = memref.load %b[%w] : memref<?xf32>
    %p = arith.mulf %x, %y : f32
    %u = arith.addf %s, %p : f32
    scf.yield %u : f32
  }
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// Sums and differences of neighbours.
func.func @haar(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c = arith.constant 0.70710678 : f32
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %half = arith.constant 2048 : index
  %e = arith.muli %i, %two : index
  %d = arith.addi %e, %one : index
  %x = memref.load %a[%e] : memref<?xf32>
  %y = memref.load %a[%d] : memref<?xf32>
  %s = arith.addf %x, %y : f32
  %t = arith.subf %x, %y : f32
  %sc = arith.mulf %s, %c : f32
  %tc = arith.mulf %t, %c : f32
  %at = arith.addi %i, %half : index
  memref.store %sc, %o[%i] : memref<?xf32>
  memref.store %tc, %o[%at] : memref<?xf32>
  return
}

// Counts in bins of its own for each instance.
func.func @histogram(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  %bins = arith.constant 8 : index
  %low = arith.constant 63 : index
  %width = arith.constant 64 : index
  %base = arith.muli %i, %bins : index
  %col = arith.andi %i, %low : index
  scf.for %j = %c0 to %n step %c1 {
    %row = arith.muli %j, %width : index
    %at = arith.addi %row, %col : index
    %x = memref.load %a[%at] : memref<?xf32>
    %v = arith.fptosi %x : f32 to i32
    %bin = arith.andi %v, %seven : i32
    %b0 = arith.index_cast %bin : i32 to index
    %b1 = arith.addi %base, %b0 : index
    %count = memref.load %k[%b1] : memref<?xi32>
    %new = arith.addi %count, %one : i32
    memref.store %new, %k[%b1] : memref<?xi32>
  }
  return
}

// Random numbers by shifts, made normal by the method of Box and Muller.
func.func @twister(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 1812433253 : i32
  %c1 = arith.constant 13 : i32
  %c2 = arith.constant 17 : i32
  %c3 = arith.constant 5 : i32
  %c4 = arith.constant 8 : i32
  %c5 = arith.constant 0 : index
  %c6 = arith.constant 1 : index
  %c7 = arith.constant 5.9604645e-08 : f32
  %c8 = arith.constant 1.0e-07 : f32
  %c9 = arith.constant -2.0 : f32
  %v1 = arith.index_cast %i : index to i32
  %v2 = arith.muli %v1, %c0 : i32
  %v3 = arith.xori %v2, %c0 : i32
  %last = scf.for %j = %c5 to %n step %c6 iter_args(%x = %v3) -> i32 {
    %v4 = arith.shli %x, %c1 : i32
    %v5 = arith.xori %x, %v4 : i32
    %v6 = arith.shrui %v5, %c2 : i32
    %v7 = arith.xori %v5, %v6 : i32
    %v8 = arith.shli %v7, %c3 : i32
    %v9 = arith.xori %v7, %v8 : i32
    scf.yield %v9 : i32
  }
  %v10 = arith.muli %last, %c0 : i32
  %v11 = arith.shrui %last, %c4 : i32
  %v12 = arith.sitofp %v11 : i32 to f32
  %v13 = arith.shrui %v10, %c4 : i32
  %v14 = arith.sitofp %v13 : i32 to f32
  %v15 = arith.mulf %v12, %c7 : f32
  %v16 = arith.addf %v15, %c8 : f32
  %v17 = arith.mulf %v14, %c7 : f32
  %v18 = func.call @logarithm(%v16) : (f32) -> f32
  %v19 = arith.mulf %v18, %c9 : f32
  %v20 = math.absf %v19 : f32
  %v21 = math.sqrt %v20 : f32
  %v22 = func.call @cosine_of_turn(%v17) : (f32) -> f32
  %v23 = arith.mulf %v21, %v22 : f32
  memref.store %v23, %o[%i] : memref<?xf32>
  return
}

// A ray and spheres: few hit, and only those do the work behind.
func.func @ray(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %spread = arith.constant 8.0 : f32
  %rr = arith.constant 0.5 : f32
  %x = memref.load %a[%i] : memref<?xf32>
  %y = memref.load %b[%i] : memref<?xf32>
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %cx = memref.load %a[%j] : memref<?xf32>
    %cy = memref.load %b[%j] : memref<?xf32>
    %cxs = arith.mulf %cx, %spread : f32
    %cys = arith.mulf %cy, %spread : f32
    %dx = arith.subf %x, %cxs : f32
    %dy = arith.subf %y, %cys : f32
    %xx = arith.mulf %dx, %dx : f32
    %yy = arith.mulf %dy, %dy : f32
    %d = arith.addf %xx, %yy : f32
    %disc = arith.subf %rr, %d : f32
    %hit = arith.cmpf ogt, %disc, %zero : f32
    %t = scf.if %hit -> f32 {
      %root = math.sqrt %disc : f32
      %square0 = arith.mulf %root, %root : f32
      %more0 = arith.addf %square0, %one : f32
      %shade0 = arith.divf %root, %more0 : f32
      %square1 = arith.mulf %shade0, %shade0 : f32
      %more1 = arith.addf %square1, %one : f32
      %shade1 = arith.divf %shade0, %more1 : f32
      %square2 = arith.mulf %shade1, %shade1 : f32
      %more2 = arith.addf %square2, %one : f32
      %shade2 = arith.divf %shade1, %more2 : f32
      %square3 = arith.mulf %shade2, %shade2 : f32
      %more3 = arith.addf %square3, %one : f32
      %shade3 = arith.divf %shade2, %more3 : f32
      %square4 = arith.mulf %shade3, %shade3 : f32
      %more4 = arith.addf %square4, %one : f32
      %shade4 = arith.divf %shade3, %more4 : f32
      %square5 = arith.mulf %shade4, %shade4 : f32
      %more5 = arith.addf %square5, %one : f32
      %shade5 = arith.divf %shade4, %more5 : f32
      %square6 = arith.mulf %shade5, %shade5 : f32
      %more6 = arith.addf %square6, %one : f32
      %shade6 = arith.divf %shade5, %more6 : f32
      %square7 = arith.mulf %shade6, %shade6 : f32
      %more7 = arith.addf %square7, %one : f32
      %shade = arith.divf %shade6, %more7 : f32
      %t1 = arith.addf %s, %shade : f32
      scf.yield %t1 : f32
    } else {
      scf.yield %s : f32
    }
    scf.yield %t : f32
  }
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// Few elements are changed, by much work.
func.func @sparse(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 63 : i32
  %z = arith.constant 0 : i32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %v = memref.load %k[%i] : memref<?xi32>
  %rest = arith.andi %v, %low : i32
  %is = arith.cmpi eq, %rest, %z : i32
  scf.if %is {
    %x = memref.load %o[%i] : memref<?xf32>
    %y = scf.for %j = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %at = arith.addi %i, %j : index
      %w = memref.load %a[%at] : memref<?xf32>
      %p = arith.mulf %s, %half : f32
      %q = arith.addf %p, %w : f32
      %most = arith.maximumf %q, %one : f32
      %r = math.sqrt %most : f32
      scf.yield %r : f32
    }
    memref.store %y, %o[%i] : memref<?xf32>
  }
  return
}

// How long numbers take to become 1: every lane as long as it takes.
func.func @collatz(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %i32 = arith.index_cast %i : index to i32
  %start = arith.addi %i32, %one : i32
  %r:2 = scf.while (%x = %start, %t = %z) : (i32, i32) -> (i32, i32) {
    %go = arith.cmpi ugt, %x, %one : i32
    scf.condition(%go) %x, %t : i32, i32
  } do {
  ^bb0(%x: i32, %t: i32):
    %bit = arith.andi %x, %one : i32
    %odd = arith.cmpi eq, %bit, %one : i32
    %y = scf.if %odd -> i32 {
      %most = arith.muli %x, %three : i32
      %p = arith.addi %most, %one : i32
      scf.yield %p : i32
    } else {
      %h = arith.shrui %x, %one : i32
      scf.yield %h : i32
    }
    %tn = arith.addi %t, %one : i32
    scf.yield %y, %tn : i32, i32
  }
  memref.store %r#1, %k[%i] : memref<?xi32>
  return
}

// Roots: none, one or two, by branches.
func.func @quadratic(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %two = arith.constant 2.0 : f32
  %half = arith.constant 2048 : index
  %p = memref.load %a[%i] : memref<?xf32>
  %q = memref.load %b[%i] : memref<?xf32>
  %pp = arith.mulf %p, %p : f32
  %q4 = arith.mulf %q, %four : f32
  %disc = arith.subf %pp, %q4 : f32
  %at = arith.addi %i, %half : index
  %np = arith.negf %p : f32
  %none = arith.cmpf olt, %disc, %zero : f32
  scf.if %none {
    memref.store %zero, %o[%i] : memref<?xf32>
  } else {
    %is = arith.cmpf oeq, %disc, %zero : f32
    scf.if %is {
      %r = arith.divf %np, %two : f32
      memref.store %r, %o[%i] : memref<?xf32>
    } else {
      %root = math.sqrt %disc : f32
      %s = arith.addf %np, %root : f32
      %d = arith.subf %np, %root : f32
      %s2 = arith.divf %s, %two : f32
      %d2 = arith.divf %d, %two : f32
      memref.store %s2, %o[%i] : memref<?xf32>
      memref.store %d2, %o[%at] : memref<?xf32>
    }
  }
  return
}

// Both roots by Newton's method in so many steps: real ones, each from its side, or the two parts of a complex one.
func.func @roots(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<8>]}, %a: memref<?xf32>, %b: memref<?xf32>,
    %o: memref<?xf32>, %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}, %m: index {pvec.clause = #pvec.uniform})
    attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %middle = arith.constant -0.5 : f32
  %half = arith.constant 2048 : index
  %p = memref.load %a[%i] : memref<?xf32>
  %q = memref.load %b[%i] : memref<?xf32>
  %pp = arith.mulf %p, %p : f32
  %q4 = arith.mulf %q, %four : f32
  %disc = arith.subf %pp, %q4 : f32
  %mid = arith.mulf %p, %middle : f32
  %complex = arith.cmpf olt, %disc, %zero : f32
  %r:2 = scf.if %complex -> (f32, f32) {
    %nd = arith.negf %disc : f32
    %d = arith.divf %nd, %four : f32
    %start = arith.addf %d, %one : f32
    %y = scf.for %j = %c0 to %n step %c1 iter_args(%y0 = %start) -> f32 {
      %yy = arith.mulf %y0, %y0 : f32
      %sum = arith.addf %yy, %d : f32
      %y2 = arith.mulf %y0, %two : f32
      %next = arith.divf %sum, %y2 : f32
      scf.yield %next : f32
    }
    scf.yield %mid, %y : f32, f32
  } else {
    %ap = math.absf %p : f32
    %aq = math.absf %q : f32
    %bound = arith.addf %ap, %aq : f32
    %far = arith.addf %bound, %one : f32
    %high = arith.addf %mid, %far : f32
    %low = arith.subf %mid, %far : f32
    %x:2 = scf.for %j = %c0 to %n step %c1 iter_args(%x0 = %high, %x1 = %low) -> (f32, f32) {
      %x0x0 = arith.mulf %x0, %x0 : f32
      %up0 = arith.subf %x0x0, %q : f32
      %x02 = arith.mulf %x0, %two : f32
      %down0 = arith.addf %x02, %p : f32
      %next0 = arith.divf %up0, %down0 : f32
      %x1x1 = arith.mulf %x1, %x1 : f32
      %up1 = arith.subf %x1x1, %q : f32
      %x12 = arith.mulf %x1, %two : f32
      %down1 = arith.addf %x12, %p : f32
      %next1 = arith.divf %up1, %down1 : f32
      scf.yield %next0, %next1 : f32, f32
    }
    scf.yield %x#0, %x#1 : f32, f32
  }
  %at = arith.addi %i, %half : index
  memref.store %r#0, %o[%i] : memref<?xf32>
  memref.store %r#1, %o[%at] : memref<?xf32>
  return
}
