//! Two dialects outside of rmlir, in the shapes of the public MLIR tutorial of Jeremy Kun: polynomials, which are folded
//! and lowered to machine code, and integers with noise, whose noise an analysis bounds.
//!
//! Files: `poly` and `noisy` declare the dialects; `poly/fold`, `poly/patterns` and `poly/to_standard` fold,
//! canonicalize and lower polynomials; `reduce_noise` bounds noise; `full_unroll` and `mul_to_add` are passes on other
//! dialects.

pub mod full_unroll;
pub mod mul_to_add;
pub mod noisy;
pub mod poly;
pub mod reduce_noise;

use rmlir::Registry;

/// Adds the dialects, passes and the pipeline `poly-to-llvm`.
///
/// ```
/// let mut registry = rmlir::Registry::everything();
/// poly_opt::register(&mut registry);
/// let session = rmlir::Session::with(registry);
/// let text = "func.func @f(%p: !poly.poly<3>, %x: i32) -> i32 {
///   %0 = poly.eval %p, %x : (!poly.poly<3>, i32) -> i32
///   return %0 : i32
/// }";
/// let mut module = session.parse("f.mlir", text).expect("the text is correct");
/// session.run(&mut module, "builtin.module(poly-to-standard)").expect("the pass succeeds");
/// assert!(session.print(&module).contains("func.func @f(%arg0: tensor<3xi32>, %arg1: i32) -> i32"));
/// ```
pub fn register(registry: &mut Registry) {
    registry.register::<poly::Poly>();
    registry.register::<noisy::Noisy>();
    for pass in [
        full_unroll::affine_full_unroll::DEF,
        full_unroll::affine_full_unroll_rewrite::DEF,
        mul_to_add::mul_to_add::DEF,
        mul_to_add::mul_to_add_pdll::DEF,
    ] {
        registry.add_pass(pass);
    }
    registry.add_pipeline(&poly::to_standard::POLY_TO_LLVM);
}
