//! Facts that operations provide to generic code, and malformed text on which upstream fails: what
//! textual test cases cannot check.

use rmlir::core::effects::{is_pure, is_speculatable};
use rmlir::core::verify::verify;
use rmlir::core::{Body, Context, Dialect, DialectRegistry, OpRef};
use rmlir::diag::Sink;
use rmlir::text::parse::{ParseOptions, parse};
use rmlir_vector::interfaces::VectorTransferOp;
use rmlir_vector::shape::{NotBroadcastable, check_broadcastable};
use rmlir_vector::{Vector, VectorType};

fn context() -> Context {
    let mut registry = DialectRegistry::default();
    for dialect in [rmlir_builtin::Builtin::DEF, rmlir_func::Func::DEF, rmlir_arith::Arith::DEF, Vector::DEF] {
        registry.add(dialect);
    }
    Context::new(registry)
}

/// The result of `work` on the body of a function, or the first error.
fn with_function<T>(cx: &Context, text: &str, work: impl FnOnce(&Body) -> T) -> Result<T, String> {
    let file = cx.sources().add("test", text.as_bytes().to_vec()).expect("the text is small");
    let mut sink = Sink::new();
    let Some(body) = parse(cx, file, 0..text.len(), &ParseOptions::default(), &mut sink) else {
        return Err(sink.diagnostics()[0].message.clone());
    };
    let mut error = None;
    if verify(&body, &mut |_, diagnostic| error = error.take().or(Some(diagnostic.message))).is_err() {
        return Err(error.expect("an invalid body is reported"));
    }
    Ok(work(&body))
}

/// The operations of the first function whose names start with `vector`.
fn vector_ops<'a>(body: &'a Body<'a>) -> Vec<OpRef<'a>> {
    let function = OpRef::root(body).region(0).entry().and_then(|block| block.first_op()).expect("there is a function");
    let block = function.region(0).entry().expect("the function has a body");
    block.ops().filter(|op| op.name_str().starts_with("vector.")).collect()
}

#[test]
fn what_is_masked_is_checked_before_its_mask() {
    let text = "func.func @f(%m: vector<4xi1>) {
      %r = \"vector.mask\"(%m) ({
        %0 = \"vector.reduction\"() {kind = #vector.kind<add>} : () -> f32
        \"vector.yield\"(%0) : (f32) -> ()
      }) : (vector<4xi1>) -> f32
      return
    }";
    let error = with_function(&context(), text, |_| ()).expect_err("an operand is missing");
    assert!(error.contains("'vector.reduction' op expected"), "{error}");
}

#[test]
fn vectors_of_too_many_elements_are_not_taken_apart() {
    let text = "func.func @f(%v: vector<1073741824x1073741824x1073741824xf32>) {
      %0:2 = vector.to_elements %v : vector<1073741824x1073741824x1073741824xf32>
      return
    }";
    assert!(with_function(&context(), text, |_| ()).is_err());
}

#[test]
fn transfers_of_tensors_are_pure() {
    let text = "func.func @f(%t: tensor<4xf32>, %m: memref<4xf32>, %i: index, %p: f32) {
      %0 = vector.transfer_read %t[%i], %p : tensor<4xf32>, vector<4xf32>
      %1 = vector.transfer_read %m[%i], %p {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
      return
    }";
    let check = |body: &Body| {
        let [of_tensor, of_memref] = vector_ops(body)[..] else { panic!("there are two reads") };
        assert!(is_pure(of_tensor) && !is_pure(of_memref) && !is_speculatable(of_memref));
        let transfer = of_memref.interface::<dyn VectorTransferOp>().expect("it is a transfer").transfer(of_memref);
        assert!(transfer.in_bounds == [true] && transfer.rank() == 1 && transfer.mask.is_none());
    };
    with_function(&context(), text, check).expect("the function is valid");
}

#[test]
fn a_scalable_one_is_not_stretched() {
    let cx = context();
    let element = rmlir::core::Type::F32;
    let to = VectorType { shape: vec![4], scalable: vec![true], element };
    let one = VectorType { shape: vec![1], scalable: vec![true], element };
    let wrong = NotBroadcastable::Dimensions((1, true), (4, true));
    assert_eq!(check_broadcastable(&cx, one.ty(&cx), &to), Err(wrong));
    assert_eq!(check_broadcastable(&cx, VectorType::fixed(&[1], element).ty(&cx), &to), Ok(()));
    assert_eq!(check_broadcastable(&cx, element, &to), Ok(()));
}
