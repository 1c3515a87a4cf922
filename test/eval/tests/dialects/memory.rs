//! Buffers, views, and errors in their use.

use rmlir::interp::{FreshRead, Limits};
use rmlir_test_eval::{outcome, run};

#[test]
fn accesses_outside_are_seen() {
    let f = "func.func @f(%m: memref<2x3xi32>, %i: index, %j: index) -> i32 {
      %r = memref.load %m[%i, %j] : memref<2x3xi32>
      return %r : i32
    }";
    assert_eq!(run(f, &["[[1, 2, 3], [4, 5, 6]]", "1", "2"]), "6");
    assert!(run(f, &["random", "1", "3"]).contains("has index 3 in dimension 1, whose size is 3"));
    assert!(run(f, &["random", "-1", "0"]).contains("has index -1 in dimension 0"));
    assert!(run(f, &["random", "poison", "0"]).contains("needs an index, which is poison"));
}

#[test]
fn freed_memory_is_not_accessed() {
    let f = |body: &str| {
        let text = format!(
            "func.func @f() -> i32 {{
               %i = arith.constant 0 : index
               %v = arith.constant 7 : i32
               %m = memref.alloc() : memref<4xi32>
               {body}
               %r = memref.load %m[%i] : memref<4xi32>
               memref.dealloc %m : memref<4xi32>
               return %r : i32
             }}"
        );
        run(&text, &[])
    };
    assert_eq!(f("memref.store %v, %m[%i] : memref<4xi32>"), "7");
    assert_eq!(f(""), "poison");
    assert!(f("memref.dealloc %m : memref<4xi32>").contains("accesses a buffer that was freed"));
}

#[test]
fn double_frees_and_foreign_frees_are_seen() {
    let f = "func.func @f(%m: memref<4xi32>) { memref.dealloc %m : memref<4xi32> return }";
    assert!(run(f, &["random"]).contains("belongs to the caller"));
    let f = "func.func @f() {
      %m = memref.alloc() : memref<4xi32>
      memref.dealloc %m : memref<4xi32>
      memref.dealloc %m : memref<4xi32>
      return
    }";
    assert!(run(f, &[]).contains("freed before"));
}

#[test]
fn leaks_and_fresh_memory_are_reported() -> Result<(), String> {
    let f = "func.func @f() -> memref<2xi8> {
      %lost = memref.alloc() : memref<100xi8>
      %kept = memref.alloc() : memref<2xi8>
      return %kept : memref<2xi8>
    }";
    let (_, ended) = outcome(f, "f", &[], &Limits::default())?;
    let leaks: Vec<&str> = ended.leaks.iter().map(|leak| leak.message.as_str()).collect();
    assert_eq!(leaks, ["a buffer of 100 bytes is never freed"]);
    let f = "func.func @f(%i: index) -> i8 {
      %m = memref.alloca() : memref<4xi8>
      %r = memref.load %m[%i] : memref<4xi8>
      return %r : i8
    }";
    let strict = Limits { fresh_read: FreshRead::Refused, ..Limits::default() };
    let error = outcome(f, "f", &["1"], &strict).map(|_| ()).unwrap_err();
    assert!(error.contains("reads memory that was never written"), "{error}");
    Ok(())
}

#[test]
fn stack_buffers_end_with_their_function() {
    let f = "func.func @g() -> memref<4xi8> { %m = memref.alloca() : memref<4xi8> return %m : memref<4xi8> }
      func.func @f(%i: index) -> i8 {
        %m = func.call @g() : () -> memref<4xi8>
        %r = memref.load %m[%i] : memref<4xi8>
        return %r : i8
      }";
    assert!(run(f, &["0"]).contains("of a function that has returned"));
}

#[test]
fn views_see_the_same_buffer() {
    let f = "func.func @f(%m: memref<4x4xi32>) -> (i32, i32, i32, index) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %s = memref.subview %m[1, 1] [2, 2] [1, 2] : memref<4x4xi32> to memref<2x2xi32, strided<[4, 2], offset: 5>>
      %a = memref.load %s[%one, %one] : memref<2x2xi32, strided<[4, 2], offset: 5>>
      %t = memref.transpose %m (i, j) -> (j, i) : memref<4x4xi32> to memref<4x4xi32, strided<[1, 4]>>
      %b = memref.load %t[%zero, %one] : memref<4x4xi32, strided<[1, 4]>>
      %c = memref.collapse_shape %m [[0, 1]] : memref<4x4xi32> into memref<16xi32>
      %i = arith.constant 9 : index
      %d = memref.load %c[%i] : memref<16xi32>
      %n = memref.dim %c, %zero : memref<16xi32>
      return %a, %b, %d, %n : i32, i32, i32, index
    }";
    let m = "[[0, 1, 2, 3], [10, 11, 12, 13], [20, 21, 22, 23], [30, 31, 32, 33]]";
    assert_eq!(run(f, &[m]), "23 10 21 16");
}

#[test]
fn views_stay_inside() {
    let f = "func.func @f(%m: memref<4xi32>, %o: index) -> i32 {
      %zero = arith.constant 0 : index
      %s = memref.subview %m[%o] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>
      %r = memref.load %s[%zero] : memref<2xi32, strided<[1], offset: ?>>
      return %r : i32
    }";
    assert_eq!(run(f, &["[1, 2, 3, 4]", "2"]), "3");
    assert!(run(f, &["[1, 2, 3, 4]", "3"]).contains("needs a memref, which is poison"));
}

#[test]
fn bytes_are_read_as_numbers() {
    let f = "func.func @f(%m: memref<8xi8>, %shift: index) -> f32 {
      %zero = arith.constant 0 : index
      %v = memref.view %m[%shift][] : memref<8xi8> to memref<1xf32>
      %r = memref.load %v[%zero] : memref<1xf32>
      return %r : f32
    }";
    assert_eq!(run(f, &["[0, 0, 0, 0, 0, 0, -128, 63]", "4"]), "1.0");
    assert!(run(f, &["random", "6"]).contains("accesses 4 bytes at byte 6 of a buffer of 8"));
}

#[test]
fn globals_have_their_values() {
    let f = "memref.global \"private\" constant @g : memref<3xi16> = dense<[1, 2, 3]>
      memref.global @z : memref<2xi16> = dense<5>
      func.func @f(%i: index) -> (i16, i16) {
        %g = memref.get_global @g : memref<3xi16>
        %z = memref.get_global @z : memref<2xi16>
        %a = memref.load %g[%i] : memref<3xi16>
        memref.store %a, %z[%i] : memref<2xi16>
        %b = memref.load %z[%i] : memref<2xi16>
        memref.store %b, %g[%i] : memref<3xi16>
        return %a, %b : i16, i16
      }";
    assert!(run(f, &["1"]).contains("writes to constant memory"));
}

#[test]
fn updates_give_what_was_there() {
    let f = "func.func @f(%m: memref<1xi32>, %v: i32) -> (i32, i32) {
      %zero = arith.constant 0 : index
      %a = memref.atomic_rmw maxs %v, %m[%zero] : (i32, memref<1xi32>) -> i32
      %b = memref.generic_atomic_rmw %m[%zero] : memref<1xi32> {
      ^bb0(%x: i32):
        %y = arith.addi %x, %x : i32
        memref.atomic_yield %y : i32
      }
      %c = memref.load %m[%zero] : memref<1xi32>
      return %a, %c : i32, i32
    }";
    assert_eq!(run(f, &["[3]", "5"]), "3 10");
}

#[test]
fn affine_loops_and_maps() {
    let f = "func.func @f(%m: memref<?x?xindex>, %n: index) -> i32 {
      affine.for %i = 0 to %n {
        affine.for %j = max affine_map<(d0) -> (d0, 2)>(%i) to min affine_map<(d0)[s0] -> (s0, d0 + 3)>(%i)[%n] step 2 {
          %v = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1 floordiv 2)>(%i, %j)
          affine.store %v, %m[%i, %j - 1 + 1] : memref<?x?xindex>
        }
      }
      %sum = affine.parallel (%i, %j) = (0, 0) to (%n, %n) reduce (\"addi\") -> i32 {
        %x = affine.load %m[%i, %j] : memref<?x?xindex>
        %y = arith.index_cast %x : index to i32
        affine.yield %y : i32
      }
      return %sum : i32
    }";
    assert_eq!(run(f, &["zeros:4x4", "4"]), "64");
}

#[test]
fn affine_conditions_and_bases() {
    let f = "func.func @f(%i: index) -> (index, index, index) {
      %a, %b = affine.delinearize_index %i into (4, 3) : index, index
      %c = affine.linearize_index [%a, %b] by (4, 3) : index
      %d = affine.if affine_set<(d0) : (d0 - 3 >= 0, -d0 + 10 >= 0)>(%i) -> index {
        affine.yield %c : index
      } else {
        affine.yield %a : index
      }
      return %a, %b, %d : index, index, index
    }";
    assert_eq!(run(f, &["7"]), "2 1 7");
    assert_eq!(run(f, &["11"]), "3 2 3");
}
