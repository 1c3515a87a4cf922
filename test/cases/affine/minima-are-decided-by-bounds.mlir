// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(affine-simplify-min-max))' --allow-unregistered-dialect

// Results that never are the smallest, or the greatest one, go.

func.func @results(%n: index, %t: tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %size = tensor.dim %t, %c0 : tensor<?x8xf32>
  %a = affine.max affine_map<()[s0] -> (s0, -4)>()[%size]
  scf.for %i = %c0 to %n step %c16 {
    %b = affine.min affine_map<(d0)[s0] -> (s0 - d0, s0 - d0 + 7, s0 + 1)>(%i)[%n]
    %c = affine.max affine_map<(d0)[s0] -> (d0, s0 - 1)>(%i)[%n]
    "x"(%a, %b, %c) : (index, index, index) -> ()
  }
  // Nothing is known of these.
  %d = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %size]
  "x"(%d, %d, %d) : (index, index, index) -> ()
  return
}

// A positive minimum divided by one of its results, rounded up, is 1.

func.func @quotients(%n: index) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c16 {
    %rest = affine.apply affine_map<(d0)[s0] -> (s0 - d0)>(%i)[%n]
    %size = affine.min affine_map<(d0)[s0] -> (16, s0 - d0)>(%i)[%n]
    %one = affine.apply affine_map<(d0) -> (d0 ceildiv 16)>(%size)
    %other = affine.apply affine_map<(d0) -> (d0 ceildiv 8)>(%size)
    "x"(%one, %other) : (index, index) -> ()
  }
  // This one may be 0.
  %size = affine.min affine_map<()[s0] -> (16, s0)>()[%n]
  %zero = affine.apply affine_map<()[s0] -> (s0 ceildiv 16)>()[%size]
  "x"(%zero, %zero) : (index, index) -> ()
  return
}
