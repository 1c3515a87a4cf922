// RUN: rmlir-opt %s --fold-tensor-subset-ops

// A vector is read from the whole, and one slice is taken of it.
func.func @read(%t: tensor<8x8xi8>, %i: index, %x: i8) -> vector<4xi8> {
  %0 = tensor.extract_slice %t[%i, 0] [2, 8] [1, 1] : tensor<8x8xi8> to tensor<2x8xi8>
  %1 = tensor.extract_slice %0[1, 2] [1, 6] [1, 1] : tensor<2x8xi8> to tensor<6xi8>
  %c1 = arith.constant 1 : index
  %2 = vector.transfer_read %1[%c1], %x {in_bounds = [true]} : tensor<6xi8>, vector<4xi8>
  return %2 : vector<4xi8>
}

// What goes into a part goes into the whole.
func.func @put(%a: tensor<2xi8>, %b: tensor<2xi8>, %t: tensor<4x4xi8>, %i: index) -> tensor<4x4xi8> {
  %0 = tensor.insert_slice %a into %b[0] [2] [1] : tensor<2xi8> into tensor<2xi8>
  %1 = tensor.insert_slice %0 into %t[%i, 1] [1, 2] [1, 1] : tensor<2xi8> into tensor<4x4xi8>
  return %1 : tensor<4x4xi8>
}
