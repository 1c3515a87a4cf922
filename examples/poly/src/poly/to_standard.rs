//! Polynomials to tensors of coefficients and loops, and from there to `llvm`.

use std::sync::Arc;

use rmlir::core::dense::splat;
use rmlir::core::mixed_index::MixedIndex;
use rmlir::dialects::arith::{self, Arith};
use rmlir::dialects::scf::{ForOp, Scf};
use rmlir::dialects::tensor::{ExtractOp, InsertOp, PadOp, Tensor, YieldOp, tensor_type};
use rmlir::pass::PipelineDef;
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{
    ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, TypeConverter, convert_function_types,
};

use super::{AddOp, ConstantOp, EvalOp, FromTensorOp, MulOp, Poly, PolynomialType, SubOp, ToTensorOp};

/// Lowers polynomials to machine code for LLVM.
pub static POLY_TO_LLVM: PipelineDef = PipelineDef {
    name: "poly-to-llvm",
    summary: "Lower the poly dialect to the llvm dialect",
    options: &[],
    build: |pipeline, _options, registry| {
        registry.add_text(
            pipeline,
            "poly-to-standard,canonicalize,convert-elementwise-to-linalg,convert-tensor-to-linalg,\
             one-shot-bufferize{bufferize-function-boundaries=true},buffer-deallocation-pipeline,\
             convert-linalg-to-loops,expand-strided-metadata,convert-scf-to-cf,convert-cf-to-llvm,\
             convert-arith-to-llvm,convert-func-to-llvm,finalize-memref-to-llvm,reconcile-unrealized-casts,\
             canonicalize,sccp,cse,symbol-dce",
        )
    },
};

/// Lower the poly dialect to arith, scf and tensor.
///
/// A polynomial becomes the tensor of its coefficients.
#[pass(name = "poly-to-standard", depends(Poly, Arith, Scf, Tensor))]
pub fn poly_to_standard(cx: &mut PassCx) -> PassResult {
    let types = Arc::new(coefficient_types());
    let mut target = ConversionTarget::new(cx.cx());
    target.legal_dialects(&["arith", "scf", "tensor"]).illegal_dialects(&["poly"]);
    let mut patterns = ConversionPatterns::new();
    convert_function_types(&mut target, &mut patterns, &types);
    patterns
        .on(AddOp::DEF.name, "add", Some(&types), |rw, op, operands| {
            rw.replace_with(op, arith::AddIOp::build(operands[0], operands[1]));
            Match::Yes
        })
        .on(SubOp::DEF.name, "sub", Some(&types), |rw, op, operands| {
            rw.replace_with(op, arith::SubIOp::build(operands[0], operands[1]));
            Match::Yes
        })
        .on(MulOp::DEF.name, "mul", Some(&types), multiply)
        .on(EvalOp::DEF.name, "eval", Some(&types), evaluate)
        .on(FromTensorOp::DEF.name, "from_tensor", Some(&types), from_tensor)
        .on(ToTensorOp::DEF.name, "to_tensor", Some(&types), |rw, op, operands| rw.replace(op, operands))
        .on(ConstantOp::DEF.name, "constant", Some(&types), constant);
    cx.convert_partially(&target, &patterns)
}

fn coefficient_types() -> TypeConverter {
    let mut types = TypeConverter::new();
    types.rule(|_, _, ty| Some(Converted::To(ty)));
    types.rule(|_, cx, ty| {
        let bound = PolynomialType::from_type(cx, ty)?.degree_bound(cx);
        Some(Converted::To(tensor_type(cx, &[bound], Type::I32)))
    });
    types
}

/// for i, for j: product[(i + j) mod n] += lhs[i] * rhs[j]
fn multiply(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let [lhs, rhs] = [operands[0], operands[1]];
    let ty = rw.ty(lhs);
    let Some(&[n_terms]) = ty.shape(rw) else { return rw.no_match(op, "not of single polynomials") };
    let zeros = splat(rw, ty, rw.int_attr(Type::I32, 0)).expect("the sizes are known");
    rw.with(|rw| {
        let loc = rw.loc(op);
        let product = rw.value(arith::ConstantOp::build(zeros));
        let bounds = [0, n_terms, 1].map(|bound| arith::constant_index(rw, bound));
        let outer = ForOp::with_body(rw, loc, bounds, &[product], |rw, i, product| {
            let inner = ForOp::with_body(rw, loc, bounds, product, |rw, j, product| {
                let exponent = rw.value(arith::AddIOp::build(i, j));
                let place = rw.value(arith::RemUIOp::build(exponent, bounds[1]));
                let [a, b] = [(lhs, i), (rhs, j)].map(|(of, at)| rw.value(ExtractOp::build(of, &[at])));
                let term = rw.value(arith::MulIOp::build(a, b));
                let old = rw.value(ExtractOp::build(product[0], &[place]));
                let sum = rw.value(arith::AddIOp::build(term, old));
                vec![rw.value(InsertOp::build(sum, product[0], &[place]))]
            });
            inner.results(rw).to_vec()
        });
        let results = outer.results(rw).to_vec();
        rw.replace(op, results)
    })
}

/// Horner's rule: for i = 1 .. n: value = point * value + coefficients[n - i]
fn evaluate(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let [coefficients, point] = [operands[0], operands[1]];
    let Some(&[n_terms]) = rw.ty(coefficients).shape(rw) else { return rw.no_match(op, "not of one polynomial") };
    if rw.ty(point) != Type::I32 {
        return rw.no_match(op, "only integers are lowered");
    }
    rw.with(|rw| {
        let loc = rw.loc(op);
        let [one, n, end] = [1, n_terms, n_terms + 1].map(|bound| arith::constant_index(rw, bound));
        let zero = rw.value(arith::ConstantOp::build(0_i32));
        let horner = ForOp::with_body(rw, loc, [one, end, one], &[zero], |rw, i, value| {
            let place = rw.value(arith::SubIOp::build(n, i));
            let product = rw.value(arith::MulIOp::build(point, value[0]));
            let coefficient = rw.value(ExtractOp::build(coefficients, &[place]));
            vec![rw.value(arith::AddIOp::build(product, coefficient))]
        });
        let results = horner.results(rw).to_vec();
        rw.replace(op, results)
    })
}

/// Missing coefficients are zero.
fn from_tensor(rw: &mut ConversionRewriter, op: OpId, operands: &[Value]) -> Match {
    let Some(ty) = rw.convert_type(rw.ty(rw.result(op, 0))) else { return Match::No };
    let (Some(&[given]), Some(&[wanted])) = (rw.ty(operands[0]).shape(rw), ty.shape(rw)) else {
        return rw.no_match(op, "the coefficients are no list");
    };
    if given >= wanted {
        return rw.replace(op, operands);
    }
    rw.with(|rw| {
        let zero = rw.value(arith::ConstantOp::build(rw.int_attr(Type::I32, 0)));
        let [low, high] = [0, wanted - given].map(MixedIndex::Static);
        let pad = rw.create(PadOp::of(rw.cx(), ty, operands[0], &[low], &[high], false));
        rw.create_block(pad.region(rw), &[Type::INDEX], &[rw.loc(op)]);
        rw.create(YieldOp::build(zero));
        rw.before(op);
        rw.replace(op, [pad.result(rw)])
    })
}

fn constant(rw: &mut ConversionRewriter, op: OpId, _operands: &[Value]) -> Match {
    let ty = rw.ty(rw.result(op, 0));
    let coefficients = ConstantOp::from_id(op).coefficients(rw);
    let tensor = rw.value(arith::ConstantOp::build(coefficients));
    rw.replace_with(op, FromTensorOp::build(ty, tensor));
    Match::Yes
}
