// RUN: rmlir-opt %s --allow-unregistered-dialect
// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-print-op-generic

// All operations in all their forms.

#tile = affine_map<(d0)[s0] -> (d0 + 32, s0)>
#inside = affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>

func.func @loops(%n: index, %m: memref<?x?xf32>, %zero: f32) -> f32 {
  affine.for %i = 0 to %n {
    affine.for %j = max affine_map<(d0) -> (d0, 4)>(%i) to min #tile(%i)[%n] step 2 {
      affine.if #inside(%j)[%n] {
        "x"(%j) : (index) -> ()
      } else {
        "y"(%j) : (index) -> ()
      }
    } {note = "inner"}
  }
  %sum = affine.for %i = -3 to 7 iter_args(%acc = %zero) -> (f32) {
    %x = affine.load %m[%i + 3, symbol(%n) - 1] : memref<?x?xf32>
    %next = arith.addf %acc, %x : f32
    affine.yield %next : f32
  }
  %both:2 = affine.parallel (%i, %j) = (0, max(%n, 5)) to (%n * 2, min(%n, 10)) step (1, 4) reduce ("addf", "maximumf") -> (f32, f32) {
    %x = affine.load %m[%i, %j] : memref<?x?xf32>
    affine.yield %x, %x : f32, f32
  }
  affine.parallel (%i) = (symbol(%n)) to (100) {
  }
  %one = affine.if #inside(%n)[%n] -> f32 {
    affine.yield %sum : f32
  } else {
    affine.yield %both#0 : f32
  }
  return %one : f32
}

func.func @values(%a: index, %b: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (-d0 + s0 * 2 - d0 floordiv 4 + 7 mod 3)>(%a)[%b]
  %1 = affine.min affine_map<(d0)[s0] -> (d0, s0, 1000)>(%a)[%b]
  %2 = affine.max affine_map<(d0) -> (d0)>(%a) {note}
  %3:3 = affine.delinearize_index %a into (%b, 4) : index, index, index
  %4:2 = affine.delinearize_index %a into (16, 4) : index, index
  %5 = affine.linearize_index [%3#0, %3#1, %3#2] by (%b, 4) : index
  %6 = affine.linearize_index disjoint [%4#0, %4#1] by (16, 4) {note} : index
  return
}

func.func @memory(%m: memref<10x20xf32>, %i: index, %v: f32, %tag: memref<1xi32>, %near: memref<20xf32, 2>) {
  affine.store %v, %m[%i, %i * 2] : memref<10x20xf32>
  %w = affine.vector_load %m[symbol(%i), 0] {note} : memref<10x20xf32>, vector<4xf32>
  affine.vector_store %w, %m[3, %i mod 4] : memref<10x20xf32>, vector<4xf32>
  affine.prefetch %m[%i, 0], write, locality<2>, instr : memref<10x20xf32>
  affine.dma_start %m[%i, 0], %near[0], %tag[0], %i : memref<10x20xf32>, memref<20xf32, 2>, memref<1xi32>
  affine.dma_start %m[%i, 0], %near[%i + 1], %tag[0], %i, %i, %i : memref<10x20xf32>, memref<20xf32, 2>, memref<1xi32>
  affine.dma_wait %tag[0], %i : memref<1xi32>
  return
}
