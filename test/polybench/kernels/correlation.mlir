// correlation: how far the m columns of a table with n rows go together.
//
//   mean(j) := sum_i data(i, j) / n
//   stddev(j) := sqrt(sum_i (data(i, j) - mean(j))^2 / n), or 1 where that is at most 0.1
//   data(i, j) := (data(i, j) - mean(j)) / (sqrt(n) stddev(j))
//   corr(i, j) := corr(j, i) := sum_k data(k, i) data(k, j)    for i < j
//   corr(i, i) := 1
//
// PolyBench/C 4.2.1, datamining.
//
// sizes    mini  small  medium  large  extralarge
// m          28     80     240   1200        2600
// n          32    100     260   1400        3000
//
// checksum mini 12508
// checksum small 102357
// checksum medium 921573

#m = affine_map<() -> (80)>
#n = affine_map<() -> (100)>
#m_less_1 = affine_map<() -> (80 - 1)>
#next = affine_map<(d0) -> (d0 + 1)>
#weight = affine_map<(d0, d1) -> ((d0 * 7 + d1 * 3) mod 31 + 1)>
!n_m = memref<100x80xf64>
!m_m = memref<80x80xf64>
!vector = memref<80xf64>

func.func @run() -> f64 {
  %n = affine.apply #n()
  %n_i64 = arith.index_cast %n : index to i64
  %n_real = arith.sitofp %n_i64 : i64 to f64
  %data = memref.alloc() : !n_m
  %corr = memref.alloc() : !m_m
  %mean = memref.alloc() : !vector
  %stddev = memref.alloc() : !vector
  call @init(%data) : (!n_m) -> ()
  call @kernel(%n_real, %data, %corr, %mean, %stddev) : (f64, !n_m, !m_m, !vector, !vector) -> ()
  %checksum = call @checksum(%corr) : (!m_m) -> f64
  memref.dealloc %data : !n_m
  memref.dealloc %corr : !m_m
  memref.dealloc %mean : !vector
  memref.dealloc %stddev : !vector
  return %checksum : f64
}

func.func @init(%data: !n_m) {
  %m = affine.apply #m()
  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      %0 = arith.muli %i, %j : index
      %1 = func.call @ratio(%0, %m) : (index, index) -> f64
      %2 = arith.index_cast %i : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.addf %1, %3 : f64
      affine.store %4, %data[%i, %j] : !n_m
    }
  }
  return
}

func.func @kernel(%n_real: f64, %data: !n_m, %corr: !m_m, %mean: !vector, %stddev: !vector) {
  %zero = arith.constant 0.0 : f64
  %tenth = arith.constant 0.1 : f64
  %one = arith.constant 1.0 : f64
  %m_less_1 = affine.apply #m_less_1()
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

  affine.for %j = 0 to #m() {
    // stddev(j) := sum_i (data(i, j) - mean(j))^2
    affine.store %zero, %stddev[%j] : !vector
    affine.for %i = 0 to #n() {
      %0 = affine.load %stddev[%j] : !vector
      %1 = affine.load %data[%i, %j] : !n_m
      %2 = affine.load %mean[%j] : !vector
      %3 = arith.subf %1, %2 : f64
      %4 = affine.load %data[%i, %j] : !n_m
      %5 = affine.load %mean[%j] : !vector
      %6 = arith.subf %4, %5 : f64
      %7 = arith.mulf %3, %6 : f64
      %8 = arith.addf %0, %7 : f64
      affine.store %8, %stddev[%j] : !vector
    }
    // stddev(j) := sqrt(stddev(j) / n), or 1 where that is at most 0.1
    %0 = affine.load %stddev[%j] : !vector
    %1 = arith.divf %0, %n_real : f64
    affine.store %1, %stddev[%j] : !vector
    %2 = affine.load %stddev[%j] : !vector
    %3 = math.sqrt %2 : f64
    affine.store %3, %stddev[%j] : !vector
    %4 = affine.load %stddev[%j] : !vector
    %5 = arith.cmpf ole, %4, %tenth : f64
    %6 = arith.select %5, %one, %4 : f64
    affine.store %6, %stddev[%j] : !vector
  }

  affine.for %i = 0 to #n() {
    affine.for %j = 0 to #m() {
      // data(i, j) := (data(i, j) - mean(j)) / (sqrt(n) stddev(j))
      %0 = affine.load %data[%i, %j] : !n_m
      %1 = affine.load %mean[%j] : !vector
      %2 = arith.subf %0, %1 : f64
      affine.store %2, %data[%i, %j] : !n_m
      %3 = affine.load %data[%i, %j] : !n_m
      %4 = math.sqrt %n_real : f64
      %5 = affine.load %stddev[%j] : !vector
      %6 = arith.mulf %4, %5 : f64
      %7 = arith.divf %3, %6 : f64
      affine.store %7, %data[%i, %j] : !n_m
    }
  }

  affine.for %i = 0 to #m_less_1() {
    affine.store %one, %corr[%i, %i] : !m_m
    affine.for %j = #next(%i) to #m() {
      // corr(i, j) := corr(j, i) := sum_k data(k, i) data(k, j)
      affine.store %zero, %corr[%i, %j] : !m_m
      affine.for %k = 0 to #n() {
        %0 = affine.load %corr[%i, %j] : !m_m
        %1 = affine.load %data[%k, %i] : !n_m
        %2 = affine.load %data[%k, %j] : !n_m
        %3 = arith.mulf %1, %2 : f64
        %4 = arith.addf %0, %3 : f64
        affine.store %4, %corr[%i, %j] : !m_m
      }
      %0 = affine.load %corr[%i, %j] : !m_m
      affine.store %0, %corr[%j, %i] : !m_m
    }
  }
  affine.store %one, %corr[%m_less_1, %m_less_1] : !m_m
  return
}

func.func @checksum(%corr: !m_m) -> f64 {
  %zero = arith.constant 0.0 : f64
  %sum_corr = affine.for %i = 0 to #m() iter_args(%from_i = %zero) -> (f64) {
    %sum_i = affine.for %j = 0 to #m() iter_args(%from_j = %from_i) -> (f64) {
      %0 = affine.load %corr[%i, %j] : !m_m
      %1 = affine.apply #weight(%i, %j)
      %2 = arith.index_cast %1 : index to i64
      %3 = arith.sitofp %2 : i64 to f64
      %4 = arith.mulf %0, %3 : f64
      %5 = arith.addf %from_j, %4 : f64
      affine.yield %5 : f64
    }
    affine.yield %sum_i : f64
  }
  return %sum_corr : f64
}

func.func private @ratio(%p: index, %q: index) -> f64 {
  %0 = arith.index_cast %p : index to i64
  %1 = arith.index_cast %q : index to i64
  %2 = arith.sitofp %0 : i64 to f64
  %3 = arith.sitofp %1 : i64 to f64
  %4 = arith.divf %2, %3 : f64
  return %4 : f64
}
