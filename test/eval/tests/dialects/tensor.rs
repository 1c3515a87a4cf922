//! Tensors, structured operations, and bufferized tensors.

use rmlir_test_eval::run;

/// The result of a function on these arguments.
fn function(params: &str, result: &str, body: &str, args: &[&str]) -> String {
    run(&format!("func.func @f({params}) -> {result} {{ {body} return %r : {result} }}"), args)
}

#[test]
fn elements_are_taken_and_put() {
    let body = "%c1 = arith.constant 1 : index %t2 = tensor.insert %a into %t[%c1] : tensor<3xi8> \
                %r = tensor.extract %t2[%i] : tensor<3xi8>";
    let params = "%t: tensor<3xi8>, %a: i8, %i: index";
    assert_eq!(function(params, "i8", body, &["[1, 2, 3]", "7", "1"]), "7");
    assert_eq!(function(params, "i8", body, &["[1, 2, 3]", "7", "2"]), "3");
    let outside = function(params, "i8", body, &["[1, 2, 3]", "7", "3"]);
    assert!(outside.contains("has index 3 in dimension 0, whose size is 3"), "{outside}");
}

#[test]
fn slices_leave_the_rest_as_it_is() {
    let body = "%s = tensor.extract_slice %t[1][2][2] : tensor<5xi8> to tensor<2xi8> \
                %d = arith.addi %s, %s : tensor<2xi8> \
                %r = tensor.insert_slice %d into %t[0][2][1] : tensor<2xi8> into tensor<5xi8>";
    assert_eq!(function("%t: tensor<5xi8>", "tensor<5xi8>", body, &["[1, 2, 3, 4, 5]"]), "[4, 8, 3, 4, 5]");
}

#[test]
fn shapes_change_and_elements_do_not() {
    let body = "%e = tensor.expand_shape %t [[0, 1]] output_shape [2, 2] : tensor<4xi8> into tensor<2x2xi8> \
                %r = tensor.pad %e low[0, 1] high[1, 0] { ^bb0(%i: index, %j: index): \
                %p = arith.constant 9 : i8 tensor.yield %p : i8 } : tensor<2x2xi8> to tensor<3x3xi8>";
    let padded = function("%t: tensor<4xi8>", "tensor<3x3xi8>", body, &["[1, 2, 3, 4]"]);
    assert_eq!(padded, "[[9, 1, 2], [9, 3, 4], [9, 9, 9]]");
}

#[test]
fn regions_generate_elements() {
    let body = "%r = tensor.generate %n { ^bb0(%i: index): %s = arith.muli %i, %i : index \
                tensor.yield %s : index } : tensor<?xindex>";
    assert_eq!(function("%n: index", "tensor<?xindex>", body, &["4"]), "[0, 1, 4, 9]");
}

#[test]
fn products_of_matrices() {
    let body = "%r = linalg.matmul ins(%a, %b : tensor<2x2xi32>, tensor<2x2xi32>) \
                outs(%c : tensor<2x2xi32>) -> tensor<2x2xi32>";
    let params = "%a: tensor<2x2xi32>, %b: tensor<2x2xi32>, %c: tensor<2x2xi32>";
    let args = ["[[1, 2], [3, 4]]", "[[5, 6], [7, 8]]", "[[0, 0], [0, 1]]"];
    assert_eq!(function(params, "tensor<2x2xi32>", body, &args), "[[19, 22], [43, 51]]");
}

#[test]
fn iterations_know_their_numbers() {
    let body = "%e = tensor.empty() : tensor<2x3xindex> \
                %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], \
                iterator_types = [\"parallel\", \"parallel\"]} outs(%e : tensor<2x3xindex>) { ^bb0(%o: index): \
                %i = linalg.index 0 : index %j = linalg.index 1 : index %c10 = arith.constant 10 : index \
                %m = arith.muli %i, %c10 : index %s = arith.addi %m, %j : index \
                linalg.yield %s : index } -> tensor<2x3xindex>";
    assert_eq!(function("", "tensor<2x3xindex>", body, &[]), "[[0, 1, 2], [10, 11, 12]]");
}

#[test]
fn buffers_of_tensors_are_copies() {
    let body = "%c0 = arith.constant 0 : index %seven = arith.constant 7 : i8 \
                %m = bufferization.to_buffer %t : tensor<2xi8> to memref<2xi8> \
                memref.store %seven, %m[%c0] : memref<2xi8> \
                %r = bufferization.to_tensor %m : memref<2xi8> to tensor<2xi8>";
    assert_eq!(function("%t: tensor<2xi8>", "tensor<2xi8>", body, &["[1, 2]"]), "[7, 2]");
}

#[test]
fn transfers_are_complete_when_they_start() {
    let body = "%c0 = arith.constant 0 : index %c1 = arith.constant 1 : index %c2 = arith.constant 2 : index \
                %tag = memref.alloca() : memref<1xi32> %to = memref.alloca() : memref<4xi8, 1> \
                %c4 = arith.constant 4 : index \
                memref.dma_start %m[%c0], %to[%c0], %c4, %tag[%c0], %c4, %c2 \
                : memref<8xi8>, memref<4xi8, 1>, memref<1xi32> \
                memref.dma_wait %tag[%c0], %c4 : memref<1xi32> %r = memref.load %to[%i] : memref<4xi8, 1>";
    let args = |at| ["[0, 1, 2, 3, 4, 5, 6, 7]", at];
    assert_eq!(function("%m: memref<8xi8>, %i: index", "i8", body, &args("1")), "1");
    assert_eq!(function("%m: memref<8xi8>, %i: index", "i8", body, &args("3")), "5");
}
