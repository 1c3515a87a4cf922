// RUN: rmlir-opt %s --convert-scf-to-openmp
// RUN: rmlir-opt %s --convert-scf-to-openmp=num-threads=4

func.func private @__scf_reduction()

func.func @sums(%m: memref<?x?xf32>, %n: index, %start: f32, %least: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    %x = memref.load %m[%i, %j] : memref<?x?xf32>
    // Inner loops are converted first.
    %product = scf.parallel (%k) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
      %y = memref.load %m[%k, %k] : memref<?x?xf32>
      scf.reduce(%y : f32) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.mulf %a, %b : f32
        scf.reduce.return %c : f32
      }
    }
    memref.store %product, %m[%i, %j] : memref<?x?xf32>
  }
  %results:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%start, %least) -> (f32, i32) {
    %x = memref.load %m[%i, %c0] : memref<?x?xf32>
    %number = arith.index_cast %i : index to i32
    scf.reduce(%x, %number : f32, i32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }, {
    ^bb0(%a: i32, %b: i32):
      %less = arith.cmpi slt, %a, %b : i32
      %c = arith.select %less, %a, %b : i32
      scf.reduce.return %c : i32
    }
  }
  return %results#0, %results#1 : f32, i32
}
