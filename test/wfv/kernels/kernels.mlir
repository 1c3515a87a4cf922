// Functions of one element each, as they are written for one; `%i` is its number, `%n` the size of what is around.

// Rounds until a point leaves a circle, at most 64: lanes leave at different times.
func.func @mandelbrot(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %f4 = arith.constant 4.0 : f32
  %f2 = arith.constant 2.0 : f32
  %scale = arith.constant 0.375 : f32
  %zero = arith.constant 0.0 : f32
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 64 : i32
  %row = arith.divui %i, %n : index
  %col = arith.remui %i, %n : index
  %ri = arith.index_cast %row : index to i32
  %ci = arith.index_cast %col : index to i32
  %rf = arith.sitofp %ri : i32 to f32
  %cf = arith.sitofp %ci : i32 to f32
  %ys = arith.mulf %rf, %scale : f32
  %xs = arith.mulf %cf, %scale : f32
  %y0 = arith.subf %ys, %f2 : f32
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

// The price of an option, by a polynomial.
func.func @blackscholes(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant 0.02 : f32
  %vol = arith.constant 0.3 : f32
  %p = arith.constant 0.2316419 : f32
  %a1 = arith.constant 0.31938153 : f32
  %a2 = arith.constant -0.356563782 : f32
  %a3 = arith.constant 1.781477937 : f32
  %norm = arith.constant 0.39894228 : f32
  %two = arith.constant 2.0 : f32
  %sr = memref.load %a[%i] : memref<?xf32>
  %xr = memref.load %b[%i] : memref<?xf32>
  %sa = math.absf %sr : f32
  %xa = math.absf %xr : f32
  %s = arith.addf %sa, %one : f32
  %x = arith.addf %xa, %one : f32
  %q = arith.divf %s, %x : f32
  %lg = math.log %q : f32
  %vv = arith.mulf %vol, %half : f32
  %vvv = arith.mulf %vv, %vol : f32
  %drift = arith.addf %rate, %vvv : f32
  %num = arith.addf %lg, %drift : f32
  %d1 = arith.divf %num, %vol : f32
  %ad = math.absf %d1 : f32
  %pd = arith.mulf %p, %ad : f32
  %pd1 = arith.addf %pd, %one : f32
  %t = arith.divf %one, %pd1 : f32
  %t3 = arith.mulf %a3, %t : f32
  %t2 = arith.addf %t3, %a2 : f32
  %t2t = arith.mulf %t2, %t : f32
  %t1 = arith.addf %t2t, %a1 : f32
  %poly = arith.mulf %t1, %t : f32
  %sq = arith.mulf %d1, %d1 : f32
  %sqh = arith.mulf %sq, %half : f32
  %neg = arith.negf %sqh : f32
  %e = math.exp %neg : f32
  %ne = arith.mulf %norm, %e : f32
  %tail = arith.mulf %ne, %poly : f32
  %up = arith.cmpf ogt, %d1, %zero : f32
  %cnd = scf.if %up -> f32 {
    %inv = arith.subf %one, %tail : f32
    scf.yield %inv : f32
  } else {
    scf.yield %tail : f32
  }
  %sc = arith.mulf %s, %cnd : f32
  %price = arith.subf %sc, %tail : f32
  memref.store %price, %o[%i] : memref<?xf32>
  return
}

// The pull of all bodies on one.
func.func @nbody(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
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

// A ray through a volume, up to a bound or until nothing shines through: gathers and an early exit.
func.func @volume(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %limit = arith.constant 0.9 : f32
  %weight = arith.constant 0.05 : f32
  %c63 = arith.constant 63 : index
  %seven = arith.constant 7 : index
  %r:3 = scf.while (%t = %c0, %light = %zero, %clear = %zero) : (index, f32, f32) -> (index, f32, f32) {
    %in = arith.cmpi ult, %t, %n : index
    %thin = arith.cmpf olt, %clear, %limit : f32
    %go = arith.andi %in, %thin : i1
    scf.condition(%go) %t, %light, %clear : index, f32, f32
  } do {
  ^bb0(%t: index, %light: f32, %clear: f32):
    %st = arith.muli %t, %seven : index
    %at = arith.addi %i, %st : index
    %place = arith.andi %at, %c63 : index
    %density = memref.load %a[%place] : memref<?xf32>
    %abs = math.absf %density : f32
    %is = arith.cmpf ogt, %abs, %one : f32
    %step:2 = scf.if %is -> (f32, f32) {
      %op = arith.mulf %abs, %weight : f32
      %left = arith.subf %one, %clear : f32
      %part = arith.mulf %op, %left : f32
      %col = memref.load %b[%place] : memref<?xf32>
      %lit = arith.mulf %col, %part : f32
      %nl = arith.addf %light, %lit : f32
      %nc = arith.addf %clear, %part : f32
      scf.yield %nl, %nc : f32, f32
    } else {
      scf.yield %light, %clear : f32, f32
    }
    %tn = arith.addi %t, %c1 : index
    scf.yield %tn, %step#0, %step#1 : index, f32, f32
  }
  memref.store %r#1, %o[%i] : memref<?xf32>
  return
}

// A stencil of 5 by 5 with edges that repeat.
func.func @convolve(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5 : index
  %two = arith.constant 2 : index
  %row = arith.divui %i, %n : index
  %col = arith.remui %i, %n : index
  %last = arith.subi %n, %c1 : index
  %sum = scf.for %y = %c0 to %five step %c1 iter_args(%s0 = %zero) -> f32 {
    %ry = arith.addi %row, %y : index
    %ry2 = arith.subi %ry, %two : index
    %ry3 = arith.maxsi %ry2, %c0 : index
    %ry4 = arith.minsi %ry3, %last : index
    %base = arith.muli %ry4, %n : index
    %s = scf.for %x = %c0 to %five step %c1 iter_args(%s1 = %s0) -> f32 {
      %cx = arith.addi %col, %x : index
      %cx2 = arith.subi %cx, %two : index
      %cx3 = arith.maxsi %cx2, %c0 : index
      %cx4 = arith.minsi %cx3, %last : index
      %at = arith.addi %base, %cx4 : index
      %v = memref.load %a[%at] : memref<?xf32>
      %wy = arith.muli %y, %five : index
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

// An element of a product of matrices.
func.func @multiply(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %zero = arith.constant 0.0 : f32
  %row = arith.divui %i, %n : index
  %col = arith.remui %i, %n : index
  %base = arith.muli %row, %n : index
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %ai = arith.addi %base, %j : index
    %x = memref.load %a[%ai] : memref<?xf32>
    %br = arith.muli %j, %n : index
    %bi = arith.addi %br, %col : index
    %y = memref.load %b[%bi] : memref<?xf32>
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  memref.store %sum, %o[%i] : memref<?xf32>
  return
}

// An element to the other side of the diagonal.
func.func @transpose(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %row = arith.divui %i, %n : index
  %col = arith.remui %i, %n : index
  %base = arith.muli %col, %n : index
  %at = arith.addi %base, %row : index
  %x = memref.load %a[%i] : memref<?xf32>
  memref.store %x, %o[%at] : memref<?xf32>
  return
}

// A step of bitonic sorting: the lower one of two compares and exchanges.
func.func @bitonic(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %other = arith.xori %i, %n : index
  %first = arith.cmpi ugt, %other, %i : index
  scf.if %first {
    %x = memref.load %o[%i] : memref<?xf32>
    %y = memref.load %o[%other] : memref<?xf32>
    %wrong = arith.cmpf ogt, %x, %y : f32
    scf.if %wrong {
      memref.store %y, %o[%i] : memref<?xf32>
      memref.store %x, %o[%other] : memref<?xf32>
    }
  }
  return
}

// A coefficient of a block of eight: the block is uniform, the place in it consecutive.
func.func @dct(%i: index {pvec.clause = [#pvec.linear<1>, #pvec.aligned<16>]}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
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
func.func @haar(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c = arith.constant 0.70710678 : f32
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %half = arith.constant 80 : index
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

// Counts in bins of its own for each lane.
func.func @histogram(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %one = arith.constant 1 : i32
  %low = arith.constant 7 : i32
  %bins = arith.constant 8 : index
  %c63 = arith.constant 63 : index
  %base = arith.muli %i, %bins : index
  scf.for %j = %c0 to %n step %c1 {
    %at = arith.addi %i, %j : index
    %place = arith.andi %at, %c63 : index
    %x = memref.load %a[%place] : memref<?xf32>
    %v = arith.fptosi %x : f32 to i32
    %bin = arith.andi %v, %low : i32
    %b0 = arith.index_cast %bin : i32 to index
    %b1 = arith.addi %base, %b0 : index
    %old = memref.load %k[%b1] : memref<?xi32>
    %new = arith.addi %old, %one : i32
    memref.store %new, %k[%b1] : memref<?xi32>
  }
  return
}

// Random numbers by shifts, made normal by the method of Box and Muller.
func.func @twister(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %five = arith.constant 5 : i32
  %thirteen = arith.constant 13 : i32
  %seventeen = arith.constant 17 : i32
  %eight = arith.constant 8 : i32
  %factor = arith.constant 1812433253 : i32
  %unit = arith.constant 5.9604645e-08 : f32
  %small = arith.constant 1.0e-07 : f32
  %m2 = arith.constant -2.0 : f32
  %turn = arith.constant 6.2831853 : f32
  %i32 = arith.index_cast %i : index to i32
  %start = arith.muli %i32, %factor : i32
  %seed = arith.xori %start, %factor : i32
  %last = scf.for %j = %c0 to %n step %c1 iter_args(%x = %seed) -> i32 {
    %a1 = arith.shli %x, %thirteen : i32
    %x1 = arith.xori %x, %a1 : i32
    %a2 = arith.shrui %x1, %seventeen : i32
    %x2 = arith.xori %x1, %a2 : i32
    %a3 = arith.shli %x2, %five : i32
    %x3 = arith.xori %x2, %a3 : i32
    scf.yield %x3 : i32
  }
  %next = arith.muli %last, %factor : i32
  %h1 = arith.shrui %last, %eight : i32
  %h2 = arith.shrui %next, %eight : i32
  %f1 = arith.uitofp %h1 : i32 to f32
  %f2 = arith.uitofp %h2 : i32 to f32
  %u0 = arith.mulf %f1, %unit : f32
  %u1 = arith.addf %u0, %small : f32
  %u2 = arith.mulf %f2, %unit : f32
  %lg = math.log %u1 : f32
  %l2 = arith.mulf %lg, %m2 : f32
  %abs = math.absf %l2 : f32
  %r = math.sqrt %abs : f32
  %phi = arith.mulf %u2, %turn : f32
  %cos = math.cos %phi : f32
  %g = arith.mulf %r, %cos : f32
  memref.store %g, %o[%i] : memref<?xf32>
  return
}

// A ray and spheres: few hit, and only those do the work behind.
func.func @ray(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %rr = arith.constant 6.0 : f32
  %x = memref.load %a[%i] : memref<?xf32>
  %y = memref.load %b[%i] : memref<?xf32>
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %cx = memref.load %a[%j] : memref<?xf32>
    %cy = memref.load %b[%j] : memref<?xf32>
    %dx = arith.subf %x, %cx : f32
    %dy = arith.subf %y, %cy : f32
    %xx = arith.mulf %dx, %dx : f32
    %yy = arith.mulf %dy, %dy : f32
    %d = arith.addf %xx, %yy : f32
    %disc = arith.subf %rr, %d : f32
    %hit = arith.cmpf ogt, %disc, %zero : f32
    %t = scf.if %hit -> f32 {
      %root = math.sqrt %disc : f32
      %shade = scf.for %l = %c0 to %n step %c1 iter_args(%v = %root) -> f32 {
        %vv = arith.mulf %v, %v : f32
        %v1 = arith.addf %vv, %one : f32
        %v2 = arith.divf %v, %v1 : f32
        scf.yield %v2 : f32
      }
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
func.func @sparse(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %three = arith.constant 3 : i32
  %z = arith.constant 0 : i32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %v = memref.load %k[%i] : memref<?xi32>
  %low = arith.andi %v, %three : i32
  %is = arith.cmpi eq, %low, %z : i32
  scf.if %is {
    %x = memref.load %o[%i] : memref<?xf32>
    %y = scf.for %j = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
      %at = arith.addi %i, %j : index
      %w = memref.load %a[%at] : memref<?xf32>
      %p = arith.mulf %s, %half : f32
      %q = arith.addf %p, %w : f32
      %m = arith.maximumf %q, %one : f32
      %r = math.sqrt %m : f32
      scf.yield %r : f32
    }
    memref.store %y, %o[%i] : memref<?xf32>
  }
  return
}

// How long numbers take to become 1: every lane as long as it takes.
func.func @collatz(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
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
      %m = arith.muli %x, %three : i32
      %p = arith.addi %m, %one : i32
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
func.func @quadratic(%i: index {pvec.clause = #pvec.linear<1>}, %a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>,
    %k: memref<?xi32>, %n: index {pvec.clause = #pvec.uniform}) attributes {pvec.function = #pvec.function<8, both>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  
  %zero = arith.constant 0.0 : f32
  %four = arith.constant 4.0 : f32
  %two = arith.constant 2.0 : f32
  %half = arith.constant 80 : index
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
