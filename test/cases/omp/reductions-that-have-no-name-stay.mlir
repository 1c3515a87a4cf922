// RUN: rmlir-opt %s --convert-scf-to-openmp

func.func @last(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.subf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  return %last : f32
}
