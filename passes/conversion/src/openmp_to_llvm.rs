//! The operations of `omp` with types of LLVM.

use std::sync::Arc;

use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::conversion::{ConversionPattern, ConversionRewriter, ConversionTarget, TypeConverter};
use rmlir_llvm::Llvm;
use rmlir_omp::Omp;

use crate::llvm_common::interface::ConvertToLlvm;
use crate::llvm_common::options::LlvmOptions;
use crate::llvm_common::patterns::{LlvmPatterns, llvm_target};
use crate::llvm_common::type_converter::LlvmTypes;
use crate::{arith_to_llvm, cf_to_llvm, func_to_llvm, memref_to_llvm};

/// Convert the OpenMP ops to OpenMP ops with LLVM dialect.
///
/// Operands, and arguments of regions, are converted to types of LLVM. The operations in the regions are converted to
/// `llvm`, too, as far as they are of `arith`, `cf`, `memref` and `func`.
///
/// ```mlir
/// omp.loop_nest (%i) : index = (%a) to (%b) step (%s) {
/// // becomes
/// omp.loop_nest (%i) : i64 = (%0) to (%1) step (%2) {
/// ```
#[pass(name = "convert-openmp-to-llvm", title = "ConvertOpenMPToLLVMPass", anchor = "builtin.module", depends(Llvm))]
pub struct ConvertOpenMpToLlvm;

impl Pass for ConvertOpenMpToLlvm {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut patterns = LlvmPatterns::new(LlvmTypes::new(LlvmOptions::default()));
        arith_to_llvm::add_patterns(&mut patterns);
        cf_to_llvm::add_patterns(&mut patterns);
        memref_to_llvm::add_patterns(&mut patterns);
        func_to_llvm::add_patterns(&mut patterns);
        let mut target = llvm_target(cx.cx());
        OpenMp.add(&mut target, &mut patterns);
        patterns.convert_partially(cx, &target)
    }
}

/// The conversion of operations of `omp` to types of LLVM.
pub struct OpenMp;

impl ConvertToLlvm for OpenMp {
    fn add(&self, target: &mut ConversionTarget, patterns: &mut LlvmPatterns) {
        let converter = patterns.types.converter.clone();
        target.dynamic_dialect("omp", move |op| is_legal(&converter, op));
        for def in Omp::DEF.ops {
            let converter = patterns.types.converter.clone();
            patterns.add(ConversionPattern::new(def.name, def.name, move |rw, op, operands| {
                convert(rw, &converter, op, operands)
            }));
        }
    }
}

fn is_legal(converter: &TypeConverter, op: OpRef) -> bool {
    let cx = op.cx();
    let own = op.operands().chain(op.results()).all(|value| converter.is_legal(cx, value.ty()));
    let attrs = op.resolve().body.all_attrs(op.resolve().id);
    let of_attrs = attrs.iter().filter_map(|entry| entry.value.as_type(cx)).all(|ty| converter.is_legal(cx, ty));
    let of_args =
        |region: RegionRef| region.blocks().flat_map(|block| block.args()).all(|arg| converter.is_legal(cx, arg.ty()));
    own && of_attrs && op.resolve().regions().all(of_args)
}

fn convert(rw: &mut ConversionRewriter, converter: &Arc<TypeConverter>, op: OpId, operands: &[Value]) -> Match {
    let cx = rw.cx();
    if op == rw.root() {
        return convert_root(rw, converter);
    }
    let mut state = OpState::new(rw.name(op)).at(rw.loc(op)).operands(operands);
    let Some(results) = converter.convert_all(cx, rw.result_types(op)) else {
        return rw.no_match(op, "a result has no type of LLVM");
    };
    state = state.results(&results);
    state.no_inference = true;
    for entry in rw.all_attrs(op) {
        let ty = entry.value.as_type(cx).and_then(|ty| converter.convert(cx, ty));
        state.set_attr(cx, entry.name.str(cx), ty.map_or(entry.value, |ty| cx.type_attr(ty)));
    }
    let regions = rw.regions(op).to_vec();
    state.n_new_regions = regions.len();
    let new = rw.create_state(state);
    for (index, &region) in regions.iter().enumerate() {
        let to = rw.region(new, index);
        rw.take_blocks(region, to);
        if rw.entry(to).is_some() && rw.convert_region_types(to, converter, None).is_none() {
            return rw.no_match(op, "an argument has no type of LLVM");
        }
    }
    let results = rw.results(new).to_vec();
    rw.replace(op, results)
}

/// A declaration, which is isolated from above, is converted in place.
fn convert_root(rw: &mut ConversionRewriter, converter: &Arc<TypeConverter>) -> Match {
    let (cx, root) = (rw.cx(), rw.root());
    let props: Vec<Attr> = rw.props(root).to_vec();
    let converted = props.iter().map(|&prop| match prop.as_type(cx).and_then(|ty| converter.convert(cx, ty)) {
        Some(ty) => cx.type_attr(ty),
        None => prop,
    });
    let (name, converted) = (rw.name(root), converted.collect::<Vec<Attr>>());
    rw.become_op(name, &converted);
    for region in rw.regions(root).to_vec() {
        if rw.entry(region).is_some() && rw.convert_region_types(region, converter, None).is_none() {
            return rw.no_match(root, "an argument has no type of LLVM");
        }
    }
    Match::Yes
}
