//! Calls.

use std::ops::Range;

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::analysis::uniformity::convergence::Convergence;
use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use super::flags::*;
use super::func::LLVMFuncOp;
use super::global::IFuncOp;
use super::{bundle, keyword};
use crate::attrs::enums::{AsmDialect, CConv, FastmathFlags, TailCallKind};
use crate::attrs::memory::MemoryEffectsAttr;
use crate::types::constraint::*;
use crate::types::{FunctionType, PointerType, own_name};

/// The attribute of calls whose results are divergent only if the arguments are: LLVM's of the same name. In LLVM it
/// may also be an attribute of the callee; the import adds it to the call.
pub const NO_DIVERGENCE_SOURCE: &str = "llvm.nodivergencesource";

/// Calls a function by name or through a pointer.
///
/// ```mlir
/// %0 = llvm.call @f(%a) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
/// llvm.call tail %pointer(%a) vararg(!llvm.func<void (f32, ...)>) : !llvm.ptr, (f32) -> ()
/// ```
#[op(name = "llvm.call", eval, traits(AttrSizedOperandSegments), interfaces(CallInterface, Convergence, InferUniformity, SymbolUser),
     verify = verify_call, parse = parse_call, print = print_call)]
pub struct CallOp {
    #[prop]
    var_callee_type: Option<LlvmFunctionType>,
    #[prop]
    callee: Option<FlatSymbolRefAttr>,
    #[operand]
    callee_operands: Vec<Compatible>,
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
    #[prop(default = ccc)]
    CConv: CConv,
    #[prop(default = no_tail_call)]
    TailCallKind: TailCallKind,
    #[prop]
    memory_effects: Option<MemoryEffectsAttr>,
    #[prop]
    convergent: Option<UnitAttr>,
    #[prop]
    no_unwind: Option<UnitAttr>,
    #[prop]
    will_return: Option<UnitAttr>,
    #[operand]
    op_bundle_operands: Vec<Compatible>,
    #[prop]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[prop]
    op_bundle_tags: Option<ArrayAttr>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    no_inline: Option<UnitAttr>,
    #[prop]
    always_inline: Option<UnitAttr>,
    #[prop]
    inline_hint: Option<UnitAttr>,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
    #[result]
    result: Option<Compatible>,
}

/// The arguments: the operands of the first field, without the callee of an indirect call.
pub(super) fn arguments_of(op: OpRef, slot: usize) -> Range<usize> {
    let operands = op.operand_range(0);
    let n_callees = usize::from(op.prop(slot).is_none());
    (operands.start + n_callees).min(operands.end)..operands.end
}

impl CallInterface for CallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallOp::CALLEE)
    }
    fn arguments(&self, op: OpRef) -> Range<usize> {
        arguments_of(op, CallOp::CALLEE)
    }
}

fn parse_call(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let convention = keyword::parse_or(parser, CConv::C);
    let tail = keyword::parse_or(parser, TailCallKind::None);
    state.set_prop(CallOp::C_CONV, convention.attr(parser.cx()));
    state.set_prop(CallOp::TAIL_CALL_KIND, tail.attr(parser.cx()));
    let mut operands: Vec<_> = parser.try_operand()?.into_iter().collect();
    let is_direct = operands.is_empty();
    if is_direct {
        let callee = keyword::parse_callee(parser)?;
        state.set_prop(CallOp::CALLEE, callee);
    }
    operands.extend(parser.operand_list(Delimiter::Paren)?);
    if let Some(ty) = parse_vararg(parser)? {
        state.set_prop(CallOp::VAR_CALLEE_TYPE, ty);
    }
    let bundles = bundle::parse(parser)?;
    if let Some(tags) = bundles.tags(parser.cx()) {
        state.set_prop(CallOp::OP_BUNDLE_TAGS, tags);
    }
    parser.attr_dict(state)?;
    bundle::parse_signature(parser, state, is_direct, &operands)?;
    let n_bundled = bundles.resolve(parser, state, CallOp::OP_BUNDLE_SIZES)?;
    let sizes = parser.cx().i32_array(&[operands.len() as i32, n_bundled]);
    state.set_prop(CallOp::OPERAND_SEGMENT_SIZES, sizes);
    Ok(())
}

/// Parses `vararg(type)` if it is next.
pub(super) fn parse_vararg(parser: &mut dyn OpAsmParser) -> Parsed<Option<Attr>> {
    if !parser.try_token("vararg") {
        return Ok(None);
    }
    parser.asm().token("(")?;
    let ty = parser.parse_type()?;
    parser.asm().token(")")?;
    Ok(Some(parser.cx().type_attr(ty)))
}

/// Prints ` vararg(type)` unless property `slot` is absent.
pub(super) fn print_vararg(printer: &mut dyn AsmPrinter, op: OpRef, slot: usize) {
    if let Some(ty) = op.prop(slot) {
        printer.text(" vararg(");
        printer.attr(ty);
        printer.text(")");
    }
}

/// Prints the callee.
pub(super) fn print_callee(printer: &mut dyn AsmPrinter, op: OpRef, slot: usize) {
    match op.prop(slot).and_then(|attr| attr.as_symbol_ref(op.cx())) {
        Some(callee) => printer.symbol_name(callee.root.str(op.cx())),
        None => printer.operand(op.operand(0)),
    }
}

fn print_call(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    keyword::print_unless(printer, op.get(CallOp::CConv), CConv::C);
    keyword::print_unless(printer, op.get(CallOp::TailCallKind), TailCallKind::None);
    print_callee(printer, op, CallOp::CALLEE);
    let arguments = arguments_of(op, CallOp::CALLEE);
    printer.text("(");
    printer.operands(arguments.clone().map(|index| op.operand(index)));
    printer.text(")");
    print_vararg(printer, op, CallOp::VAR_CALLEE_TYPE);
    if op.get(CallOp::op_bundle_tags).is_some() {
        printer.text(" ");
        bundle::print(printer, op, op.operand_range(1), CallOp::OP_BUNDLE_SIZES, CallOp::OP_BUNDLE_TAGS);
    }
    let mut elided = vec![
        "callee",
        "TailCallKind",
        "var_callee_type",
        "CConv",
        "operandSegmentSizes",
        "op_bundle_sizes",
        "op_bundle_tags",
        "arg_attrs",
        "res_attrs",
    ];
    if op.get(CallOp::fastmathFlags) == FastmathFlags::None {
        elided.push("fastmathFlags");
    }
    printer.attr_dict(op, &elided);
    printer.text(" : ");
    if op.get(CallOp::callee).is_none() {
        printer.ty(op.operand(0).ty());
        printer.text(", ");
    }
    bundle::print_signature(printer, op, arguments, [CallOp::ARG_ATTRS, CallOp::RES_ATTRS]);
}

fn verify_call(op: OpRef) -> Checked {
    bundle::verify(op, CallOp::OP_BUNDLE_OPERANDS_OPERAND, CallOp::OP_BUNDLE_SIZES, CallOp::OP_BUNDLE_TAGS)
}

/// Verifies that the type of a variadic callee matches the call.
pub(super) fn verify_variadic(op: OpRef, slot: usize, arguments: Range<usize>) -> Checked {
    let cx = op.cx();
    let ty = op.prop(slot).and_then(|attr| attr.as_type(cx)).and_then(|ty| FunctionType::from_type(cx, ty));
    let Some(ty) = ty else { return Ok(()) };
    if !ty.variadic(cx) {
        return Err(op.error("expected var_callee_type to be a variadic function type"));
    }
    let inputs = ty.inputs(cx);
    if inputs.len() > arguments.len() {
        let n = arguments.len();
        return Err(op.error(format!("expected var_callee_type to have at most {n} parameters")));
    }
    let show = |ty| format!("'{}'", cx.show_type(ty));
    for (input, index) in inputs.into_iter().zip(arguments) {
        let got = op.operand(index).ty();
        if input != got {
            let text = format!("var_callee_type parameter type mismatch: {} != {}", show(input), show(got));
            return Err(op.error(text));
        }
    }
    let result = ty.result(cx);
    match op.results().next() {
        None if own_name(cx, result) != Some("void") => Err(op.error("expected var_callee_type to return void")),
        Some(got) if got.ty() != result => {
            let text = format!("var_callee_type return type mismatch: {} != {}", show(result), show(got.ty()));
            Err(op.error(text))
        }
        _ => Ok(()),
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let cx = op.cx();
        verify_variadic(op, CallOp::VAR_CALLEE_TYPE, arguments_of(op, CallOp::CALLEE))?;
        let Some(callee) = op.get(CallOp::callee) else {
            return verify_indirect(op);
        };
        let name = callee.str(cx);
        let Some(found) = symbols.lookup(callee) else {
            return Err(op.error(format!("'{name}' does not reference a symbol in the current scope")));
        };
        let ty = match () {
            () if found.is::<LLVMFuncOp>() => found.get(LLVMFuncOp::function_type),
            () if found.is::<IFuncOp>() => found.get(IFuncOp::i_func_type),
            () => return Err(op.error(format!("'{name}' does not reference a valid LLVM function or IFunc"))),
        };
        match FunctionType::from_type(cx, ty) {
            Some(ty) => verify_types(op, ty),
            None => Err(op.error(format!("callee does not have a functional type: '{}'", cx.show_type(ty)))),
        }
    }
}

fn verify_indirect(op: OpRef) -> Checked {
    if op.n_operands() == 0 {
        return Err(op.error("must have either a `callee` attribute or at least an operand"));
    }
    let ty = op.operand(0).ty();
    if PointerType::from_type(op.cx(), ty).is_none() {
        let ty = op.cx().show_type(ty);
        return Err(op.error(format!("indirect call expects a pointer as callee: '{ty}'")));
    }
    Ok(())
}

fn verify_types(op: OpRef, ty: FunctionType) -> Checked {
    let cx = op.cx();
    let (inputs, result, variadic) = (ty.inputs(cx), ty.result(cx), ty.variadic(cx));
    if variadic && op.get(CallOp::var_callee_type).is_none() {
        return Err(op.error("missing var_callee_type attribute for vararg call"));
    }
    let (n_got, n_wanted) = (op.operand_range(0).len(), inputs.len());
    if !variadic && n_got != n_wanted {
        return Err(op.error(format!("incorrect number of operands ({n_got}) for callee (expecting: {n_wanted})")));
    }
    if n_got < n_wanted {
        let text =
            format!("incorrect number of operands ({n_got}) for varargs callee (expecting at least: {n_wanted})");
        return Err(op.error(text));
    }
    let show = |ty| format!("'{}'", cx.show_type(ty));
    for (index, &wanted) in inputs.iter().enumerate() {
        let got = op.operand(index).ty();
        if got != wanted {
            let text = format!("operand type mismatch for operand {index}: {} != {}", show(got), show(wanted));
            return Err(op.error(text));
        }
    }
    let is_void = own_name(cx, result) == Some("void");
    match op.results().next() {
        None if !is_void => Err(op.error("expected function call to produce a value")),
        Some(_) if is_void => Err(op.error("calling function with void result must not produce values")),
        Some(got) if got.ty() != result => {
            Err(op.error(format!("result type mismatch: {} != {}", show(got.ty()), show(result))))
        }
        _ => Ok(()),
    }
}

/// Calls an intrinsic by name.
#[op(name = "llvm.call_intrinsic", eval = rmlir::interp::eval::machine_code, traits(AttrSizedOperandSegments), interfaces(Convergence, InferUniformity), verify = verify_intrinsic,
     parse = parse_intrinsic, print = print_intrinsic)]
pub struct CallIntrinsicOp {
    #[prop]
    intrin: StrAttr,
    #[operand]
    args: Vec<Compatible>,
    #[prop(default = no_fastmath)]
    fastmathFlags: FastmathFlags,
    #[operand]
    op_bundle_operands: Vec<Compatible>,
    #[prop]
    op_bundle_sizes: DenseI32ArrayAttr,
    #[prop]
    op_bundle_tags: Option<ArrayAttr>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    results: Option<Compatible>,
}

fn parse_intrinsic(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let name = parser.asm().string()?;
    let name = parser.cx().str_attr(&String::from_utf8_lossy(&name));
    state.set_prop(CallIntrinsicOp::INTRIN, name);
    let operands = parser.operand_list(Delimiter::Paren)?;
    let bundles = bundle::parse(parser)?;
    if let Some(tags) = bundles.tags(parser.cx()) {
        state.set_prop(CallIntrinsicOp::OP_BUNDLE_TAGS, tags);
    }
    parser.attr_dict(state)?;
    bundle::parse_signature(parser, state, true, &operands)?;
    let n_bundled = bundles.resolve(parser, state, CallIntrinsicOp::OP_BUNDLE_SIZES)?;
    let sizes = parser.cx().i32_array(&[operands.len() as i32, n_bundled]);
    state.set_prop(CallIntrinsicOp::OPERAND_SEGMENT_SIZES, sizes);
    Ok(())
}

fn print_intrinsic(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.string(op.get(CallIntrinsicOp::intrin).as_bytes());
    let arguments = op.operand_range(0);
    printer.text("(");
    printer.operands(arguments.clone().map(|index| op.operand(index)));
    printer.text(")");
    if op.get(CallIntrinsicOp::op_bundle_tags).is_some() {
        printer.text(" ");
        let (sizes, tags) = (CallIntrinsicOp::OP_BUNDLE_SIZES, CallIntrinsicOp::OP_BUNDLE_TAGS);
        bundle::print(printer, op, op.operand_range(1), sizes, tags);
    }
    let mut elided =
        vec!["operandSegmentSizes", "op_bundle_sizes", "intrin", "op_bundle_tags", "arg_attrs", "res_attrs"];
    if op.get(CallIntrinsicOp::fastmathFlags) == FastmathFlags::None {
        elided.push("fastmathFlags");
    }
    printer.attr_dict(op, &elided);
    printer.text(" : ");
    bundle::print_signature(printer, op, arguments, [CallIntrinsicOp::ARG_ATTRS, CallIntrinsicOp::RES_ATTRS]);
}

fn verify_intrinsic(op: OpRef) -> Checked {
    if !op.get(CallIntrinsicOp::intrin).starts_with("llvm.") {
        return Err(op.error("intrinsic name must start with 'llvm.'"));
    }
    bundle::verify(
        op,
        CallIntrinsicOp::OP_BUNDLE_OPERANDS_OPERAND,
        CallIntrinsicOp::OP_BUNDLE_SIZES,
        CallIntrinsicOp::OP_BUNDLE_TAGS,
    )
}

/// Inline assembly.
#[op(name = "llvm.inline_asm", eval = rmlir::interp::eval::machine_code, interfaces(InferUniformity, MemoryEffects), verify = verify_asm,
     format = "(`has_side_effects` $has_side_effects^)? (`is_align_stack` $is_align_stack^)? \
               (`tail_call_kind` `=` $tail_call_kind^)? (`asm_dialect` `=` $asm_dialect^)? \
               (`operand_attrs` `=` $operand_attrs^)? attr-dict $asm_string `,` $constraints operands `:` \
               functional-type(operands, results)")]
pub struct InlineAsmOp {
    #[operand]
    operands: Vec<Compatible>,
    #[prop]
    asm_string: StrAttr,
    #[prop]
    constraints: StrAttr,
    #[prop]
    has_side_effects: Option<UnitAttr>,
    #[prop]
    is_align_stack: Option<UnitAttr>,
    #[prop(default = no_tail_call)]
    tail_call_kind: TailCallKind,
    #[prop]
    asm_dialect: Option<AsmDialect>,
    #[prop]
    operand_attrs: Option<ArrayAttr>,
    #[result]
    res: Option<Compatible>,
}

impl MemoryEffects for InlineAsmOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        match op.get(InlineAsmOp::has_side_effects) {
            true => vec![Effect::any(EffectKind::Write), Effect::any(EffectKind::Read)],
            false => Vec::new(),
        }
    }
}

fn verify_asm(op: OpRef) -> Checked {
    match op.get(InlineAsmOp::tail_call_kind) {
        TailCallKind::MustTail => Err(op.error("tail call kind 'musttail' is not supported by this operation")),
        _ => Ok(()),
    }
}
