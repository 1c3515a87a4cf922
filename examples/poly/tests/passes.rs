//! What the dialects and passes make of small programs.

use rmlir::{Registry, Session};

fn session() -> Session {
    let mut registry = Registry::everything();
    poly_opt::register(&mut registry);
    Session::with(registry)
}

/// The module after a pipeline.
fn run(text: &str, pipeline: &str) -> String {
    let session = session();
    let mut module = match session.parse("input.mlir", text) {
        Ok(module) => module,
        Err(errors) => return session.render(&errors),
    };
    match session.run(&mut module, pipeline) {
        Ok(_) => session.print(&module),
        Err(errors) => session.render(&errors),
    }
}

#[test]
fn constants_are_folded() {
    let text = "func.func @f() -> !poly.poly<4> {
      %0 = poly.constant dense<[1, 2, 3]> : tensor<3xi32> : !poly.poly<4>
      %1 = poly.mul %0, %0 : !poly.poly<4>
      %2 = poly.add %0, %0 : !poly.poly<4>
      %3 = poly.sub %2, %0 : !poly.poly<4>
      %4 = poly.mul %3, %1 : !poly.poly<4>
      return %4 : !poly.poly<4>
    }";
    insta::assert_snapshot!(run(text, "builtin.module(canonicalize)"));
}

#[test]
fn squares_are_factored() {
    let text = "func.func @f(%x: !poly.poly<4>, %y: !poly.poly<4>) -> !poly.poly<4> {
      %0 = poly.mul %x, %x : !poly.poly<4>
      %1 = poly.mul %y, %y : !poly.poly<4>
      %2 = poly.sub %0, %1 : !poly.poly<4>
      return %2 : !poly.poly<4>
    }";
    insta::assert_snapshot!(run(text, "builtin.module(canonicalize)"));
}

#[test]
fn functions_and_branches_are_lowered() {
    let text = "func.func @f(%c: i1, %x: !poly.poly<4>, %y: !poly.poly<4>) -> !poly.poly<4> {
      cf.cond_br %c, ^left(%x : !poly.poly<4>), ^right
    ^left(%l: !poly.poly<4>):
      %0 = poly.add %l, %y : !poly.poly<4>
      return %0 : !poly.poly<4>
    ^right:
      %1 = func.call @f(%c, %y, %x) : (i1, !poly.poly<4>, !poly.poly<4>) -> !poly.poly<4>
      return %1 : !poly.poly<4>
    }";
    insta::assert_snapshot!(run(text, "builtin.module(poly-to-standard)"));
}

#[test]
fn values_are_computed_by_loops() {
    let text = "func.func @f(%x: i32) -> i32 {
      %0 = poly.constant dense<[2, 3, 4]> : tensor<3xi32> : !poly.poly<8>
      %1 = poly.mul %0, %0 : !poly.poly<8>
      %2 = poly.eval %1, %x : (!poly.poly<8>, i32) -> i32
      return %2 : i32
    }";
    insta::assert_snapshot!(run(text, "builtin.module(poly-to-standard)"));
    assert!(run(text, "builtin.module(poly-to-llvm)").contains("llvm.func @f"));
}

#[test]
fn noise_is_reduced_where_it_must_be() {
    let text = "func.func @f(%x: i5) -> i5 {
      %0 = noisy.encode %x : i5 -> !noisy.i32
      %1 = noisy.mul %0, %0 : !noisy.i32
      %2 = noisy.mul %1, %1 : !noisy.i32
      %3 = noisy.add %2, %0 : !noisy.i32
      %4 = noisy.decode %3 : !noisy.i32 -> i5
      return %4 : i5
    }";
    insta::assert_snapshot!(run(text, "builtin.module(func.func(noisy-reduce-noise-optimizer))"));
}

#[test]
fn points_are_verified() {
    let text = "func.func @f(%p: !poly.poly<4>, %x: i64) -> i64 {
      %0 = poly.eval %p, %x : (!poly.poly<4>, i64) -> i64
      return %0 : i64
    }";
    insta::assert_snapshot!(run(text, "builtin.module(canonicalize)"));
}
