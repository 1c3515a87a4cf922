//! Functions.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::analysis::uniformity::convergence::Convergence;
use rmlir::core::function::{self, Signature};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use super::comdat::{ComdatSelectorOp, parse_comdat, print_comdat};
use super::flags::*;
use super::keyword;
use crate::attrs::enums::{CConv, Linkage, UnnamedAddr, Visibility};
use crate::attrs::memory::MemoryEffectsAttr;
use crate::attrs::misc::{FramePointerKindAttr, TargetFeaturesAttr, UWTableKindAttr, VScaleRangeAttr, VecTypeHintAttr};
use crate::types::constraint::is_compatible;
use crate::types::{FunctionType, VoidType, own_name};

/// A function.
///
/// ```mlir
/// llvm.func internal fastcc @f(%a: i32 {llvm.noundef}, ...) -> f32 attributes {no_unwind} { .. }
/// ```
#[op(name = "llvm.func", eval = rmlir::interp::eval::nothing, traits(AffineScope, AutomaticAllocationScope, IsolatedFromAbove, Symbol),
     interfaces(FunctionOp, Callable, Convergence, InferUniformity, SymbolOp, SymbolUser), verify,
     parse = parse_func, print = print_func)]
pub struct LLVMFuncOp {
    #[prop]
    sym_name: StrAttr,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[prop]
    function_type: LlvmFunctionType,
    #[prop(default = external)]
    linkage: Linkage,
    #[prop]
    dso_local: Option<UnitAttr>,
    #[prop(default = ccc)]
    CConv: CConv,
    #[prop]
    comdat: Option<SymbolRefAttr>,
    #[prop]
    convergent: Option<UnitAttr>,
    #[prop]
    personality: Option<FlatSymbolRefAttr>,
    #[prop]
    garbageCollector: Option<StrAttr>,
    #[prop]
    passthrough: Option<ArrayAttr>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    function_entry_count: Option<I64Attr>,
    #[prop]
    memory_effects: Option<MemoryEffectsAttr>,
    #[prop(default = default_visibility)]
    visibility_: Visibility,
    #[prop]
    arm_streaming: Option<UnitAttr>,
    #[prop]
    arm_locally_streaming: Option<UnitAttr>,
    #[prop]
    arm_streaming_compatible: Option<UnitAttr>,
    #[prop]
    arm_new_za: Option<UnitAttr>,
    #[prop]
    arm_in_za: Option<UnitAttr>,
    #[prop]
    arm_out_za: Option<UnitAttr>,
    #[prop]
    arm_inout_za: Option<UnitAttr>,
    #[prop]
    arm_preserves_za: Option<UnitAttr>,
    #[prop]
    section: Option<StrAttr>,
    #[prop]
    unnamed_addr: Option<UnnamedAddr>,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    vscale_range: Option<VScaleRangeAttr>,
    #[prop]
    frame_pointer: Option<FramePointerKindAttr>,
    #[prop]
    target_cpu: Option<StrAttr>,
    #[prop]
    tune_cpu: Option<StrAttr>,
    #[prop]
    reciprocal_estimates: Option<StrAttr>,
    #[prop]
    prefer_vector_width: Option<StrAttr>,
    #[prop]
    target_features: Option<TargetFeaturesAttr>,
    #[prop]
    no_infs_fp_math: Option<BoolAttr>,
    #[prop]
    no_nans_fp_math: Option<BoolAttr>,
    #[prop]
    no_signed_zeros_fp_math: Option<BoolAttr>,
    #[prop]
    denormal_fp_math: Option<StrAttr>,
    #[prop]
    denormal_fp_math_f32: Option<StrAttr>,
    #[prop]
    fp_contract: Option<StrAttr>,
    #[prop]
    instrument_function_entry: Option<StrAttr>,
    #[prop]
    instrument_function_exit: Option<StrAttr>,
    #[prop]
    no_inline: Option<UnitAttr>,
    #[prop]
    always_inline: Option<UnitAttr>,
    #[prop]
    inline_hint: Option<UnitAttr>,
    #[prop]
    no_unwind: Option<UnitAttr>,
    #[prop]
    will_return: Option<UnitAttr>,
    #[prop]
    optimize_none: Option<UnitAttr>,
    #[prop]
    vec_type_hint: Option<VecTypeHintAttr>,
    #[prop]
    work_group_size_hint: Option<DenseI32ArrayAttr>,
    #[prop]
    reqd_work_group_size: Option<DenseI32ArrayAttr>,
    #[prop]
    intel_reqd_sub_group_size: Option<I32Attr>,
    #[prop]
    uwtable_kind: Option<UWTableKindAttr>,
    #[region]
    body: AnyRegion,
}

impl LLVMFuncOp {
    /// The type of the function `op`.
    pub fn signature(op: OpRef) -> Option<FunctionType> {
        FunctionType::from_type(op.cx(), op.get(Self::function_type))
    }
}

/// Argument types, and the result type unless that is `void`.
fn types_of(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    let Some(ty) = LLVMFuncOp::signature(op) else { return Default::default() };
    let result = ty.result(op.cx());
    let results = if own_name(op.cx(), result) == Some("void") { Vec::new() } else { vec![result] };
    (ty.inputs(op.cx()), results)
}

impl FunctionOp for LLVMFuncOp {
    fn type_prop(&self) -> usize {
        LLVMFuncOp::FUNCTION_TYPE
    }
    fn attr_props(&self) -> (usize, usize) {
        (LLVMFuncOp::ARG_ATTRS, LLVMFuncOp::RES_ATTRS)
    }
    fn argument_types(&self, op: OpRef) -> Vec<Type> {
        types_of(op).0
    }
    fn result_types(&self, op: OpRef) -> Vec<Type> {
        types_of(op).1
    }
    fn with_types(&self, op: OpRef, arguments: &[Type], results: &[Type]) -> Attr {
        let variadic = LLVMFuncOp::signature(op).is_some_and(|ty| ty.variadic(op.cx()));
        function_type(op.cx(), arguments, results, variadic)
    }
}

fn function_type(cx: &Context, arguments: &[Type], results: &[Type], variadic: bool) -> Attr {
    let result = results.first().copied().unwrap_or_else(|| VoidType::get(cx).ty());
    cx.type_attr(FunctionType::get(cx, result, arguments.to_vec(), variadic).ty())
}

impl Callable for LLVMFuncOp {}

/// The linkage determines the visibility; a function without a body is no declaration in the sense of symbols.
impl SymbolOp for LLVMFuncOp {}

fn parse_func(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let linkage = keyword::parse_or(parser, Linkage::External);
    let visibility = keyword::parse_or(parser, Visibility::Default);
    let unnamed = keyword::parse_or(parser, UnnamedAddr::None);
    let convention = keyword::parse_or(parser, CConv::C);
    let cx = parser.cx();
    state.set_prop(LLVMFuncOp::LINKAGE, linkage.attr(cx));
    state.set_prop(LLVMFuncOp::VISIBILITY_, visibility.attr(cx));
    state.set_prop(LLVMFuncOp::UNNAMED_ADDR, unnamed.attr(cx));
    state.set_prop(LLVMFuncOp::C_CONV, convention.attr(cx));
    let pos = parser.pos();
    let name = parser.asm().symbol_name()?;
    state.set_prop(LLVMFuncOp::SYM_NAME, parser.cx().str_attr(name.str(parser.cx())));
    let signature = function::parse_signature(parser, true)?;
    let ty = build_type(parser, &signature, pos)?;
    state.set_prop(LLVMFuncOp::FUNCTION_TYPE, ty);
    if parser.try_token("vscale_range") {
        let range = parse_vscale_range(parser)?;
        state.set_prop(LLVMFuncOp::VSCALE_RANGE, range);
    }
    if let Some(comdat) = parse_comdat(parser)? {
        state.set_prop(LLVMFuncOp::COMDAT, comdat);
    }
    parser.attr_dict_with_keyword(state)?;
    function::set_signature_attrs(parser.cx(), state, &signature);
    if !parser.at("{") {
        parser.add_empty_region(state);
        return Ok(());
    }
    let args = if signature.named { signature.args.as_slice() } else { &[] };
    parser.parse_region(state, args)
}

fn build_type(parser: &mut dyn OpAsmParser, signature: &Signature, pos: u32) -> Parsed<Attr> {
    let arguments = signature.arg_types();
    let cx = parser.cx();
    let wrong = match () {
        () if signature.results.len() > 1 => "expected zero or one function result".to_owned(),
        () if arguments.iter().any(|&ty| !is_compatible(cx, ty)) => {
            "expected LLVM type for function arguments".to_owned()
        }
        () => match signature.results.iter().find(|&&ty| !is_compatible(cx, ty)) {
            Some(&ty) => format!("expected LLVM type for function results'{}'", cx.show_type(ty)),
            None => return Ok(function_type(cx, &arguments, &signature.results, signature.variadic)),
        },
    };
    Err(parser.error_at(pos, &format!("failed to construct function type: {wrong}")))
}

fn parse_vscale_range(parser: &mut dyn OpAsmParser) -> Parsed<Attr> {
    let bound = |parser: &mut dyn OpAsmParser| {
        let pos = parser.pos();
        let bound = i32::try_from(parser.asm().integer()?);
        bound.map_err(|_| parser.error_at(pos, "integer value too large"))
    };
    parser.asm().token("(")?;
    let least = bound(parser)?;
    parser.asm().token(",")?;
    let most = bound(parser)?;
    parser.asm().token(")")?;
    let cx = parser.cx();
    Ok(VScaleRangeAttr::get(cx, cx.i32_attr(least), cx.i32_attr(most)).attr())
}

/// The bounds of the range of `vscale`, if the custom form has a notation for them: it has 32-bit integers.
fn vscale_bounds(op: OpRef) -> Option<[i32; 2]> {
    let cx = op.cx();
    let range = op.get(LLVMFuncOp::vscale_range)?;
    let bound = |attr: Attr| i32::try_from(attr.as_i64(cx)?).ok();
    Some([bound(range.minRange(cx))?, bound(range.maxRange(cx))?])
}

fn print_func(printer: &mut dyn AsmPrinter, op: OpRef) {
    let cx = op.cx();
    let linkage = op.get(LLVMFuncOp::linkage);
    let convention = op.get(LLVMFuncOp::CConv);
    printer.text(" ");
    keyword::print_unless(printer, linkage, Linkage::External);
    keyword::print(printer, Some(op.get(LLVMFuncOp::visibility_)));
    keyword::print(printer, op.get(LLVMFuncOp::unnamed_addr));
    keyword::print_unless(printer, convention, CConv::C);
    printer.symbol_name(op.symbol_name().map_or("", |name| name.str(cx)));
    let variadic = LLVMFuncOp::signature(op).is_some_and(|ty| ty.variadic(cx));
    function::print_signature(printer, op, variadic);
    let vscale = vscale_bounds(op);
    if let Some([least, most]) = vscale {
        printer.text(&format!(" vscale_range({least}, {most})"));
    }
    print_comdat(printer, op.get(LLVMFuncOp::comdat));
    let mut elided = vec![
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "linkage",
        "CConv",
        "visibility_",
        "comdat",
        "unnamed_addr",
    ];
    elided.extend(vscale.map(|_| "vscale_range"));
    printer.attr_dict_with_keyword(op, &elided);
    if !op.region(0).is_empty() {
        printer.text(" ");
        printer.region(op.region(0), RegionPrint { entry_args: false, ..RegionPrint::default() });
    }
}

impl SymbolUser for LLVMFuncOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let Some(comdat) = op.get(LLVMFuncOp::comdat) else { return Ok(()) };
        match symbols.lookup(comdat).filter(|found| found.is::<ComdatSelectorOp>()) {
            Some(_) => Ok(()),
            None => Err(op.plain_error("expected comdat symbol")),
        }
    }
}
