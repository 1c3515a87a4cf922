// covariance: how far the m columns of a table with n rows vary together.
//
//   mean(j) := sum_i data(i, j) / n
//   data(i, j) := data(i, j) - mean(j)
//   cov(i, j) := cov(j, i) := sum_k data(k, i) data(k, j) / (n - 1)    for i <= j
//
// PolyBench/C 4.2.1, datamining.
//
// sizes    mini  small  medium  large  extralarge
// m          28     80     240   1200        2600
// n          32    100     260   1400        3000
//
// checksum mini 255350.07142857157
// checksum small 20997715.227864578
// checksum medium 1292119786.7229202

#m = affine_map<() -> (80)>
#n = affine_map<() -> (100)>
#same = affine_map<(d0) -> (d0)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!n_m = memref<100x80xf64>
!m_m = memref<80x80xf64>
!vector = memref<80xf64>

func.func @run() -> f64 {
  %n = affine.apply #n()
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %data = memref.alloc() : !n_m
  %cov = memref.alloc() : !m_m
  %mean = memref.alloc() : !vector
  call @init(%data) : (!n_m) -> ()
  call @kernel(%n_real, %data, %cov, %mean) : (f64, !n_m, !m_m, !vector) -> ()
  %checksum = call @checksum(%cov) : (!m_m) -> f64
  memref.dealloc %data : !n_m
  memref.dealloc %cov : !m_m
  memref.dealloc %mean : !vector
  return %checksum : f64
}

func.func @init(%data: !n_m) {
  %m = affine.apply #m()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      %0 = arith.muli %i, %j : index
      %1 = func.call @ratio(%0, %m) : (index, index) -> f64
      affine.store %1, %data[%i, %j] : !n_m
    }
  }
  return
}

func.func @kernel(%n_real: f64, %data: !n_m, %cov: !m_m, %mean: !vector) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  affine.for %j = 0 to #m() {
    // mean(j) := sum_i data(i, j) / n
    affine.store %zero, %mean[%j] : !vector
    affine.for %i = 0 to #n() {
      %0 = affine.load %mean[%j] : !vector
      %1 = affine.load %data[%i, %j] : !n_m
      %2 = arith.addf %0, %1 : f64
      affine.store %2, %mean[%j] : !vector
    }
    %0 = affine.load %mean[%j] : !vector
    %1 = arith.divf %0, %n_real : f64
    affine.store %1, %mean[%j] : !vector
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      // data(i, j) -= mean(j)
      %0 = affine.load %data[%i, %j] : !n_m
      %1 = affine.load %mean[%j] : !vector
      %2 = arith.subf %0, %1 : f64
      affine.store %2, %data[%i, %j] : !n_m
    }
  }

  affine.for %i = 0 to #m() {
    affine.for %j = #same(%i) to #m() {
      // cov(i, j) := cov(j, i) := sum_k data(k, i) data(k, j) / (n - 1)
      affine.store %zero, %cov[%i, %j] : !m_m
      affine.for %k = 0 to #n() {
        %0 = affine.load %cov[%i, %j] : !m_m
        %1 = affine.load %data[%k, %i] : !n_m
        %2 = affine.load %data[%k, %j] : !n_m
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %cov[%i, %j] : !m_m
      }
      %0 = affine.load %cov[%i, %j] : !m_m
      %1 = arith.subf %n_real, %one : f64
      %2 = arith.divf %0, %1 : f64
      affine.store %2, %cov[%i, %j] : !m_m
      %3 = affine.load %cov[%i, %j] : !m_m
      affine.store %3, %cov[%j, %i] : !m_m
    }
  }
  return
}

func.func @checksum(%cov: !m_m) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_cov = affine.for %i = 0 to #m() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #m() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %cov[%i, %j] : !m_m
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_cov : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
