// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-eliminate-vector-masks))' --allow-unregistered-dialect
// RUN: rmlir-opt %s --pass-pipeline='builtin.module(func.func(test-eliminate-vector-masks{vscale-min=2 vscale-max=4}))' --allow-unregistered-dialect

// A mask is set everywhere if what is set is at least as much as the vector has, for any vector scale.

func.func @masks(%n: index, %t: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %scale = vector.vscale
  %size = arith.muli %scale, %c8 : index
  %slice = tensor.extract_slice %t[%n] [%size] [1] : tensor<?xf32> to tensor<?xf32>
  %dim = tensor.dim %slice, %c0 : tensor<?xf32>
  %more = arith.maxsi %size, %n : index
  %full = vector.create_mask %dim : vector<[8]xi1>
  %fuller = vector.create_mask %more, %c8 : vector<[4]x8xi1>
  // Whether this one is depends on the least scale.
  %fixed = vector.create_mask %scale : vector<2xi1>
  // And these are not.
  %smaller = vector.create_mask %size : vector<[16]xi1>
  %constant = vector.create_mask %c4 : vector<[4]xi1>
  %unknown = vector.create_mask %n : vector<[4]xi1>
  "x"(%full, %fuller, %fixed, %smaller, %constant, %unknown)
      : (vector<[8]xi1>, vector<[4]x8xi1>, vector<2xi1>, vector<[16]xi1>, vector<[4]xi1>, vector<[4]xi1>) -> ()
  return
}
