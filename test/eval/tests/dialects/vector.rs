//! Vectors: permutation, masks, reductions, loads and stores.

use rmlir_test_eval::{op, run};

#[test]
fn lanes_move() {
    let v = "[[1, 2, 3], [4, 5, 6]]";
    let of = |text: &str, result: &str| op(text, &["vector<2x3xi8>"], result, &[v]);
    assert_eq!(
        of("vector.transpose %a, [1, 0] : vector<2x3xi8> to vector<3x2xi8>", "vector<3x2xi8>"),
        "[[1, 4], [2, 5], [3, 6]]"
    );
    assert_eq!(of("vector.shape_cast %a : vector<2x3xi8> to vector<6xi8>", "vector<6xi8>"), "[1, 2, 3, 4, 5, 6]");
    assert_eq!(of("vector.extract %a[1] : vector<3xi8> from vector<2x3xi8>", "vector<3xi8>"), "[4, 5, 6]");
    assert_eq!(of("vector.extract %a[1, 2] : i8 from vector<2x3xi8>", "i8"), "6");
    let slice = "vector.extract_strided_slice %a {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x3xi8> to vector<2x2xi8>";
    assert_eq!(of(slice, "vector<2x2xi8>"), "[[2, 3], [5, 6]]");
    let shuffle = "vector.shuffle %a, %a [1, -1, 2] : vector<2x3xi8>, vector<2x3xi8>";
    assert_eq!(of(shuffle, "vector<3x3xi8>"), "[[4, 5, 6], [poison, poison, poison], [1, 2, 3]]");
    assert_eq!(
        op(
            "vector.broadcast %a : vector<2x1xi8> to vector<2x2xi8>",
            &["vector<2x1xi8>"],
            "vector<2x2xi8>",
            &["[[1], [2]]"]
        ),
        "[[1, 1], [2, 2]]"
    );
    let insert = "vector.insert %a, %b [%c] : i8 into vector<3xi8>";
    let types = ["i8", "vector<3xi8>", "index"];
    assert_eq!(op(insert, &types, "vector<3xi8>", &["9", "[1, 2, 3]", "1"]), "[1, 9, 3]");
    assert_eq!(op(insert, &types, "vector<3xi8>", &["9", "[1, 2, 3]", "3"]), "poison");
}

#[test]
fn bits_of_rows_are_read_anew() {
    let text = "vector.bitcast %a : vector<2xi16> to vector<4xi8>";
    assert_eq!(op(text, &["vector<2xi16>"], "vector<4xi8>", &["[258, -1]"]), "[2, 1, -1, -1]");
    let text = "vector.bitcast %a : vector<4xi8> to vector<2xi16>";
    assert_eq!(op(text, &["vector<4xi8>"], "vector<2xi16>", &["[2, 1, 3, poison]"]), "[258, poison]");
}

#[test]
fn reductions_go_in_order() {
    let text = "vector.reduction <add>, %a, %b : vector<4xf32> into f32";
    let args = ["[16777216.0, 1.0, 1.0, -16777216.0]", "0.0"];
    assert_eq!(op(text, &["vector<4xf32>", "f32"], "f32", &args), "0.0");
    let text = "vector.multi_reduction <maxsi>, %a, %b [0] : vector<2x3xi8> to vector<3xi8>";
    let args = ["[[1, 9, 3], [4, 5, -6]]", "[0, 0, 7]"];
    assert_eq!(op(text, &["vector<2x3xi8>", "vector<3xi8>"], "vector<3xi8>", &args), "[4, 9, 7]");
    let f = "func.func @f(%v: vector<2x2xi8>, %i: vector<2xi8>) -> (vector<2x2xi8>, vector<2xi8>, vector<2x2xi8>) {
      %a, %b = vector.scan <add>, %v, %i {inclusive = true, reduction_dim = 0 : i64} : vector<2x2xi8>, vector<2xi8>
      %c, %d = vector.scan <add>, %v, %i {inclusive = false, reduction_dim = 0 : i64} : vector<2x2xi8>, vector<2xi8>
      return %a, %b, %c : vector<2x2xi8>, vector<2xi8>, vector<2x2xi8>
    }";
    assert_eq!(run(f, &["[[1, 2], [3, 4]]", "[10, 20]"]), "[[1, 2], [4, 6]] [4, 6] [[10, 20], [11, 22]]");
}

#[test]
fn contractions_multiply_matrices() {
    let f = "#a = affine_map<(i, j, k) -> (i, k)>
      #b = affine_map<(i, j, k) -> (k, j)>
      #c = affine_map<(i, j, k) -> (i, j)>
      func.func @f(%a: vector<2x2xi32>, %b: vector<2x2xi32>, %c: vector<2x2xi32>) -> vector<2x2xi32> {
        %r = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = [\"parallel\", \"parallel\", \"reduction\"],
          kind = #vector.kind<add>} %a, %b, %c : vector<2x2xi32>, vector<2x2xi32> into vector<2x2xi32>
        return %r : vector<2x2xi32>
      }";
    assert_eq!(run(f, &["[[1, 2], [3, 4]]", "[[5, 6], [7, 8]]", "[[1, 0], [0, 1]]"]), "[[20, 22], [43, 51]]");
    let text = "vector.outerproduct %a, %b, %c {kind = #vector.kind<add>} : vector<2xi8>, vector<2xi8>";
    let types = ["vector<2xi8>", "vector<2xi8>", "vector<2x2xi8>"];
    assert_eq!(op(text, &types, "vector<2x2xi8>", &["[1, 2]", "[3, 4]", "[[1, 1], [1, 1]]"]), "[[4, 5], [7, 9]]");
}

#[test]
fn transfers_pad_what_is_outside() {
    let f = "func.func @f(%m: memref<3x3xi8>, %i: index, %pad: i8) -> (vector<2x2xi8>, vector<2xi8>) {
      %a = vector.transfer_read %m[%i, %i], %pad : memref<3x3xi8>, vector<2x2xi8>
      %b = vector.transfer_read %m[%i, %i], %pad {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<3x3xi8>, vector<2xi8>
      vector.transfer_write %a, %m[%pad_i, %i] : vector<2x2xi8>, memref<3x3xi8>
      return %a, %b : vector<2x2xi8>, vector<2xi8>
    }"
    .replace("%pad_i", "%i");
    let m = "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]";
    assert_eq!(run(&f, &[m, "1", "0"]), "[[5, 6], [8, 9]] [5, 8]");
    assert_eq!(run(&f, &[m, "2", "-1"]), "[[9, -1], [-1, -1]] [9, -1]");
    let inside = f.replace(
        "%pad : memref<3x3xi8>, vector<2x2xi8>",
        "%pad {in_bounds = [true, true]} : memref<3x3xi8>, vector<2x2xi8>",
    );
    assert!(run(&inside, &[m, "2", "-1"]).contains("has index 3 in dimension"));
}

#[test]
fn masks_switch_lanes_off() {
    let f = "func.func @f(%m: memref<4xi8>, %n: index, %pass: vector<4xi8>) -> (vector<4xi8>, vector<4xi8>, i8, vector<4xi8>) {
      %zero = arith.constant 0 : index
      %mask = vector.create_mask %n : vector<4xi1>
      %a = vector.maskedload %m[%zero], %mask, %pass : memref<4xi8>, vector<4xi1>, vector<4xi8> into vector<4xi8>
      %at = arith.constant dense<[3, 2, 1, 99]> : vector<4xi32>
      %b = vector.gather %m[%zero] [%at], %mask, %pass : memref<4xi8>, vector<4xi32>, vector<4xi1>, vector<4xi8> into vector<4xi8>
      %c = vector.mask %mask { vector.reduction <add>, %a : vector<4xi8> into i8 } : vector<4xi1> -> i8
      vector.compressstore %m[%zero], %mask, %b : memref<4xi8>, vector<4xi1>, vector<4xi8>
      %d = vector.load %m[%zero] : memref<4xi8>, vector<4xi8>
      return %a, %b, %c, %d : vector<4xi8>, vector<4xi8>, i8, vector<4xi8>
    }";
    assert_eq!(run(f, &["[1, 2, 3, 4]", "2", "[9, 9, 9, 9]"]), "[1, 2, 9, 9] [4, 3, 9, 9] 3 [4, 3, 3, 4]");
    assert!(run(f, &["[1, 2, 3, 4]", "4", "[9, 9, 9, 9]"]).contains("has index 99"));
}

#[test]
fn vectors_are_printed_as_the_lowering_does() {
    let f = "func.func @f(%v: vector<2x2xf32>) { vector.print %v : vector<2x2xf32> vector.print str \"end\" return }";
    assert_eq!(run(f, &["[[1, 2.5], [-0.1, inf]]"]), "( ( 1, 2.5 ), ( -0.1, inf ) )\nend");
}
