// deriche: Deriche's recursive filter smooths an image: two passes along the rows (forwards into y1, backwards into
// y2), whose sum is the image for two passes along the columns.
//
//   k = (1 - e^-alpha)^2 / (1 + 2 alpha e^-alpha - e^(2 alpha))
//   a1 = k, a2 = k e^-alpha (alpha - 1), a3 = k e^-alpha (alpha + 1), a4 = -k e^(-2 alpha)
//   b1 = 2^-alpha, b2 = -e^(-2 alpha)
//   forwards:  y1(i, j) := a1 x(i, j) + a2 x(i, j-1) + b1 y1(i, j-1) + b2 y1(i, j-2)
//   backwards: y2(i, j) := a3 x(i, j+1) + a4 x(i, j+2) + b1 y2(i, j+1) + b2 y2(i, j+2)
//
// What lies outside the image is 0. The values a pass remembers (xm1 is the input one step before, ym2 the output two
// steps before, and so on) go through iter_args.
//
// PolyBench/C 4.2.1, medley.
//
// sizes    mini  small  medium  large  extralarge
// w          64    192     720   4096        7680
// h          64    128     480   2160        4320
//
// checksum mini 1285.420915980445
// checksum small 7470.8731772589381
// checksum medium 103294.0051246192

#w = affine_map<() -> (192)>
#h = affine_map<() -> (128)>
#reverse_h = affine_map<(d0) -> (128 - 1 - d0)>
#reverse_w = affine_map<(d0) -> (192 - 1 - d0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!matrix = memref<192x128xf32>

func.func @run() -> f64 {
  %alpha = arith.constant 0.25 : f32
  %image = memref.alloc() : !matrix
  %smooth = memref.alloc() : !matrix
  %y1 = memref.alloc() : !matrix
  %y2 = memref.alloc() : !matrix
  call @init(%image) : (!matrix) -> ()
  call @kernel(%alpha, %image, %smooth, %y1, %y2) : (f32, !matrix, !matrix, !matrix, !matrix) -> ()
  %checksum = call @checksum(%smooth) : (!matrix) -> f64
  memref.dealloc %image : !matrix
  memref.dealloc %smooth : !matrix
  memref.dealloc %y1 : !matrix
  memref.dealloc %y2 : !matrix
  return %checksum : f64
}

func.func @init(%image: !matrix) {
  %c313 = arith.constant 313 : index
  %c991 = arith.constant 991 : index
  %c65536 = arith.constant 65536 : index
  %white = arith.constant 65535.0 : f32
  affine.for %i = 0 to #w() {
    affine.for %j = 0 to #h() {
      %0 = arith.muli %c313, %i : index
      %1 = arith.muli %c991, %j : index
      %2 = arith.addi %0, %1 : index
      %3 = arith.remui %2, %c65536 : index
      %4 = arith.index_cast %3 : index to i64
      %5 = arith.sitofp %4 : i64 to f32
      %6 = arith.divf %5, %white : f32
      affine.store %6, %image[%i, %j] : !matrix
    }
  }
  return
}

func.func @kernel(%alpha: f32, %image: !matrix, %smooth: !matrix, %y1: !matrix, %y2: !matrix) {
  %minus_two = arith.constant -2.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %zero = arith.constant 0.0 : f32
  %minus_alpha = arith.negf %alpha : f32
  %decay = math.exp %minus_alpha : f32
  %0 = arith.mulf %minus_two, %alpha : f32
  %decay_twice = math.exp %0 : f32
  %1 = arith.subf %one, %decay : f32
  %2 = arith.subf %one, %decay : f32
  %3 = arith.mulf %1, %2 : f32
  %4 = arith.mulf %two, %alpha : f32
  %5 = arith.mulf %4, %decay : f32
  %6 = arith.addf %one, %5 : f32
  %7 = arith.mulf %two, %alpha : f32
  %8 = math.exp %7 : f32
  %9 = arith.subf %6, %8 : f32
  %k = arith.divf %3, %9 : f32
  %10 = arith.mulf %k, %decay : f32
  %11 = arith.subf %alpha, %one : f32
  %a2 = arith.mulf %10, %11 : f32
  %12 = arith.mulf %k, %decay : f32
  %13 = arith.addf %alpha, %one : f32
  %a3 = arith.mulf %12, %13 : f32
  %14 = arith.negf %k : f32
  %a4 = arith.mulf %14, %decay_twice : f32
  %b1 = math.powf %two, %minus_alpha : f32
  %b2 = arith.negf %decay_twice : f32

  affine.for %i = 0 to #w() {
    %last_j:3 = affine.for %j = 0 to #h()
        iter_args(%xm1_j = %zero, %ym2_j = %zero, %ym1_j = %zero) -> (f32, f32, f32) {
      // y1(i, j) := a1 image(i, j) + a2 xm1 + b1 ym1 + b2 ym2
      %x = affine.load %image[%i, %j] : !matrix
      %15 = arith.mulf %k, %x : f32
      %16 = arith.mulf %a2, %xm1_j : f32
      %17 = arith.addf %15, %16 : f32
      %18 = arith.mulf %b1, %ym1_j : f32
      %19 = arith.addf %17, %18 : f32
      %20 = arith.mulf %b2, %ym2_j : f32
      %y = arith.addf %19, %20 : f32
      affine.store %y, %y1[%i, %j] : !matrix
      affine.yield %x, %ym1_j, %y : f32, f32, f32
    }
  }

  affine.for %i = 0 to #w() {
    %last_j:4 = affine.for %j = 0 to #h()
        iter_args(%xp2_j = %zero, %xp1_j = %zero, %yp2_j = %zero, %yp1_j = %zero) -> (f32, f32, f32, f32) {
      // y2(i, j) := a3 xp1 + a4 xp2 + b1 yp1 + b2 yp2, from h-1 down to 0
      %j_down = affine.apply #reverse_h(%j)
      %15 = arith.mulf %a3, %xp1_j : f32
      %16 = arith.mulf %a4, %xp2_j : f32
      %17 = arith.addf %15, %16 : f32
      %18 = arith.mulf %b1, %yp1_j : f32
      %19 = arith.addf %17, %18 : f32
      %20 = arith.mulf %b2, %yp2_j : f32
      %y = arith.addf %19, %20 : f32
      affine.store %y, %y2[%i, %j_down] : !matrix
      %xp1 = affine.load %image[%i, %j_down] : !matrix
      affine.yield %xp1_j, %xp1, %yp1_j, %y : f32, f32, f32, f32
    }
  }

  affine.for %i = 0 to #w() {
    affine.for %j = 0 to #h() {
      // smooth(i, j) := y1(i, j) + y2(i, j)
      %15 = affine.load %y1[%i, %j] : !matrix
      %16 = affine.load %y2[%i, %j] : !matrix
      %17 = arith.addf %15, %16 : f32
      affine.store %17, %smooth[%i, %j] : !matrix
    }
  }

  affine.for %j = 0 to #h() {
    %last_i:3 = affine.for %i = 0 to #w()
        iter_args(%tm1_i = %zero, %ym2_i = %zero, %ym1_i = %zero) -> (f32, f32, f32) {
      // y1(i, j) := a1 smooth(i, j) + a2 tm1 + b1 ym1 + b2 ym2
      %x = affine.load %smooth[%i, %j] : !matrix
      %15 = arith.mulf %k, %x : f32
      %16 = arith.mulf %a2, %tm1_i : f32
      %17 = arith.addf %15, %16 : f32
      %18 = arith.mulf %b1, %ym1_i : f32
      %19 = arith.addf %17, %18 : f32
      %20 = arith.mulf %b2, %ym2_i : f32
      %y = arith.addf %19, %20 : f32
      affine.store %y, %y1[%i, %j] : !matrix
      affine.yield %x, %ym1_i, %y : f32, f32, f32
    }
  }

  affine.for %j = 0 to #h() {
    %last_i:4 = affine.for %i = 0 to #w()
        iter_args(%tp2_i = %zero, %tp1_i = %zero, %yp2_i = %zero, %yp1_i = %zero) -> (f32, f32, f32, f32) {
      // y2(i, j) := a3 tp1 + a4 tp2 + b1 yp1 + b2 yp2, from w-1 down to 0
      %i_down = affine.apply #reverse_w(%i)
      %15 = arith.mulf %a3, %tp1_i : f32
      %16 = arith.mulf %a4, %tp2_i : f32
      %17 = arith.addf %15, %16 : f32
      %18 = arith.mulf %b1, %yp1_i : f32
      %19 = arith.addf %17, %18 : f32
      %20 = arith.mulf %b2, %yp2_i : f32
      %y = arith.addf %19, %20 : f32
      affine.store %y, %y2[%i_down, %j] : !matrix
      %tp1 = affine.load %smooth[%i_down, %j] : !matrix
      affine.yield %tp1_i, %tp1, %yp1_i, %y : f32, f32, f32, f32
    }
  }

  affine.for %i = 0 to #w() {
    affine.for %j = 0 to #h() {
      // smooth(i, j) := y1(i, j) + y2(i, j)
      %15 = affine.load %y1[%i, %j] : !matrix
      %16 = affine.load %y2[%i, %j] : !matrix
      %17 = arith.addf %15, %16 : f32
      affine.store %17, %smooth[%i, %j] : !matrix
    }
  }
  return
}

func.func @checksum(%smooth: !matrix) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_smooth = affine.for %i = 0 to #w() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #h() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %smooth[%i, %j] : !matrix
      %1 = arith.extf %0 : f32 to f64
      %2 = affine.apply #weight(%i, %j)
      %3 = arith.index_cast %2 : index to i64
      %4 = arith.sitofp %3 : i64 to f64
      %5 = arith.mulf %1, %4 : f64
      %6 = arith.addf %from_j, %5 : f64
      affine.yield %6 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_smooth : f64
}
