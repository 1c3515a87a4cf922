// RUN: rmlir-opt %s --one-shot-bufferize --split-input-file

// What is inserted is the part that was taken out, though its place is written in another way: no copy is needed.

func.func @same_place(%t: tensor<?xf32> {bufferization.writable = true}, %i: index, %n: index, %x: f32) -> tensor<?xf32> {
  %c2 = arith.constant 2 : index
  %a = arith.addi %i, %c2 : index
  %b = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%i]
  %m = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%n]
  %k = arith.muli %n, %c2 : index
  %c = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  %u = bufferization.to_tensor %c restrict writable : memref<?xf32> to tensor<?xf32>
  %0 = tensor.extract_slice %u[%a] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<?xf32>
  %2 = tensor.insert_slice %1 into %u[%b] [%k] [1] : tensor<?xf32> into tensor<?xf32>
  return %2 : tensor<?xf32>
}
