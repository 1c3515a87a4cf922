//! Stack memory, addresses, loads and stores.

use rmlir::analysis::uniformity::InferUniformity;
use rmlir::core::memory_slot::{
    DestructurableAccessor, DestructurableAllocation, PromotableAllocation, PromotableMemOp, PromotableOp,
    SafeSlotAccess,
};
use rmlir::core::opdef::AttrConstraint;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use super::flags::{AccessGroups, AliasScopes, TbaaTags, not_atomic, zero_i32};
use crate::attrs::enums::{AtomicOrdering, GEPNoWrapFlags};
use crate::attrs::memory::DereferenceableAttr;
use crate::attrs::params::spelled;
use crate::types::constraint::*;
use crate::types::{ArrayType, PointerType, StructType, TargetExtType};

/// Memory on the stack, freed when the function returns.
///
/// ```mlir
/// %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
/// ```
#[op(name = "llvm.alloca", eval,
     interfaces(DestructurableAllocation, MemoryEffects, PromotableAllocation), verify = verify_alloca,
     parse = parse_alloca, print = print_alloca)]
pub struct AllocaOp {
    #[operand]
    arraySize: SignlessInt,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    elem_type: TypeAttr,
    #[prop]
    inalloca: Option<UnitAttr>,
    #[result]
    res: Pointer,
}

impl MemoryEffects for AllocaOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        vec![Effect { resource: Effect::STACK, ..Effect::on(EffectKind::Allocate, op.result(0).id) }]
    }
}

fn parse_alloca(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    if parser.try_token("inalloca") {
        state.set_prop(AllocaOp::INALLOCA, Attr::UNIT);
    }
    let size = parser.operand()?;
    parser.asm().keyword("x")?;
    let element = parser.parse_type()?;
    parser.attr_dict(state)?;
    parser.asm().token(":")?;
    let pos = parser.pos();
    let ty = parser.parse_type()?;
    if let Some(alignment) = state.get_attr(parser.cx(), "alignment") {
        let Some((value, _)) = alignment.as_integer(parser.cx()) else {
            let pos = parser.name_pos();
            return Err(parser.error_at(pos, "expected integer alignment"));
        };
        if value.is_zero() {
            state.set_prop(AllocaOp::ALIGNMENT, Attr::ABSENT);
        }
    }
    let Some(([input], [result])) = ty.function(parser.cx()) else {
        let text = "expected trailing function type with one argument and one result";
        return Err(parser.error_at(pos, text));
    };
    let (input, result) = (*input, *result);
    parser.resolve_same(&[size], input, state)?;
    if PointerType::from_type(parser.cx(), result).is_some() {
        state.set_prop(AllocaOp::ELEM_TYPE, parser.cx().type_attr(element));
    }
    state.result_types.push(result);
    Ok(())
}

fn print_alloca(printer: &mut dyn AsmPrinter, op: OpRef) {
    if op.get(AllocaOp::inalloca) {
        printer.text(" inalloca");
    }
    printer.text(" ");
    printer.operand(op.value(AllocaOp::arraySize));
    printer.text(" x ");
    printer.ty(op.get(AllocaOp::elem_type));
    let is_aligned = op.get(AllocaOp::alignment).is_some_and(|value| value != 0);
    let elided: &[&str] = if is_aligned { &["elem_type", "inalloca"] } else { &["elem_type", "inalloca", "alignment"] };
    printer.attr_dict(op, elided);
    printer.text(" : ");
    printer.functional_type(op);
}

fn verify_alloca(op: OpRef) -> Checked {
    let cx = op.cx();
    match TargetExtType::from_type(cx, op.get(AllocaOp::elem_type)) {
        Some(ty) if !ty.supports_memory(cx) => Err(op.error("this target extension type cannot be used in alloca")),
        _ => Ok(()),
    }
}

/// The no-wrap flags of an address, stored as an `i32`.
#[allow(non_upper_case_globals)] // As for the constraints of the core.
pub(crate) static NoWrapFlags: AttrConstraint =
    AttrConstraint::new("::mlir::LLVM::GEPNoWrapFlags", |cx, attr| GEPNoWrapFlags::from_attr(cx, attr).is_some());
/// The type of attributes that satisfy it.
pub(crate) type NoWrapFlags = GEPNoWrapFlags;

/// An address computed from a pointer and indices, which are values or constants.
///
/// ```mlir
/// %1 = llvm.getelementptr inbounds %0[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32)>
/// ```
#[op(name = "llvm.getelementptr", eval, traits(Pure),
     interfaces(DestructurableAccessor, PromotableOp, SafeSlotAccess, ViewLike), fold,
     verify = verify_gep, parse = parse_gep, print = print_gep)]
pub struct GEPOp {
    #[operand]
    base: PointerOrVector,
    #[operand]
    dynamicIndices: Vec<IntOrVector>,
    #[prop]
    rawConstantIndices: DenseI32ArrayAttr,
    #[prop]
    elem_type: TypeAttr,
    #[prop(default = zero_i32)]
    noWrapFlags: NoWrapFlags,
    #[result]
    res: PointerOrVector,
}

impl GEPOp {
    /// The constant index that marks an index operand.
    pub const DYNAMIC: i64 = i32::MIN as i64;

    /// The constant indices, with [`Self::DYNAMIC`] for operands.
    pub fn raw_indices(op: OpRef) -> Vec<i64> {
        op.get(Self::rawConstantIndices).into_iter().map(i64::from).collect()
    }
}

impl ViewLike for GEPOp {
    fn source(&self, _op: OpRef) -> usize {
        0
    }
}

fn parse_gep(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let (flags, base) = match parser.try_operand()? {
        Some(base) => (0, base),
        None => (parse_no_wrap(parser)?, parser.operand()?),
    };
    let mut operands = vec![base];
    let mut constants = Vec::new();
    parser.asm().token("[")?;
    loop {
        match parser.try_integer()? {
            Some(index) => match index.sext_value().and_then(|index| i32::try_from(index).ok()) {
                Some(index) => constants.push(index),
                None => return Err(parser.asm().error("integer value too large")),
            },
            None => {
                constants.push(i32::MIN);
                operands.push(parser.operand()?);
            }
        }
        if !parser.try_token(",") {
            break;
        }
    }
    parser.asm().token("]")?;
    parser.attr_dict(state)?;
    let pos = parser.pos();
    let ty = parser.asm().colon_type()?;
    let Some((inputs, results)) = ty.function(parser.cx()).map(|(inputs, results)| (inputs.to_vec(), results.to_vec()))
    else {
        return Err(parser.error_at(pos, "invalid kind of type specified"));
    };
    parser.asm().token(",")?;
    let element = parser.parse_type()?;
    state.result_types.extend(results);
    let cx = parser.cx();
    state.set_prop(GEPOp::RAW_CONSTANT_INDICES, cx.i32_array(&constants));
    state.set_prop(GEPOp::ELEM_TYPE, cx.type_attr(element));
    state.set_prop(GEPOp::NO_WRAP_FLAGS, cx.i32_attr(flags as i32));
    parser.resolve_each(&operands, &inputs, base.pos, state)
}

/// `inbounds`, `nusw`, `nuw`, joined by `|`.
fn parse_no_wrap(parser: &mut dyn OpAsmParser) -> Parsed<u64> {
    let mut bits = 0;
    loop {
        let keyword = parser.asm().any_keyword()?.str(parser.cx());
        match GEPNoWrapFlags::ENUM.value(keyword) {
            Some(bit) => bits |= bit,
            None => return Err(parser.asm().error("expected keyword for ::mlir::LLVM::GEPNoWrapFlags")),
        }
        if !parser.try_token("|") {
            return Ok(bits);
        }
    }
}

fn print_gep(printer: &mut dyn AsmPrinter, op: OpRef) {
    let flags = op.get(GEPOp::noWrapFlags).value();
    printer.text(" ");
    if flags != 0 {
        let text = spelled(GEPNoWrapFlags::ENUM, flags);
        printer.text(text.trim_matches('"'));
        printer.text(" ");
    }
    printer.operand(op.value(GEPOp::base));
    printer.text("[");
    let mut operands = op.operands().skip(1);
    for (place, index) in GEPOp::raw_indices(op).into_iter().enumerate() {
        if place > 0 {
            printer.text(", ");
        }
        match (index == GEPOp::DYNAMIC).then(|| operands.next()).flatten() {
            Some(operand) => printer.operand(operand),
            None => printer.text(&index.to_string()),
        }
    }
    printer.text("]");
    printer.attr_dict(op, &["rawConstantIndices", "elem_type", "noWrapFlags"]);
    printer.text(" : ");
    printer.functional_type(op);
    printer.text(", ");
    printer.ty(op.get(GEPOp::elem_type));
}

fn verify_gep(op: OpRef) -> Checked {
    let cx = op.cx();
    let indices = GEPOp::raw_indices(op);
    if indices.iter().filter(|&&index| index == GEPOp::DYNAMIC).count() != op.n_operands() - 1 {
        return Err(op.error("expected as many dynamic indices as specified in 'rawConstantIndices'"));
    }
    if op.get(GEPOp::noWrapFlags).value() == 1 {
        return Err(op.error("'inbounds_flag' cannot be used directly."));
    }
    let mut ty = op.get(GEPOp::elem_type);
    for (place, &index) in indices.iter().enumerate().skip(1) {
        if let Some(structure) = StructType::from_type(cx, ty) {
            if index == GEPOp::DYNAMIC {
                return Err(op.error(format!("expected index {place} indexing a struct to be constant")));
            }
            let members = structure.members(cx);
            match usize::try_from(index).ok().and_then(|index| members.get(index)) {
                Some(&member) => ty = member,
                None => return Err(op.error(format!("index {place} indexing a struct is out of bounds"))),
            }
        } else if let Some(array) = ArrayType::from_type(cx, ty) {
            ty = array.element(cx);
        } else if let TypeData::Vector { element, .. } = ty.data(cx) {
            ty = *element;
        } else {
            return Err(op.error(format!("type '{}' cannot be indexed (index #{place})", cx.show_type(ty))));
        }
    }
    Ok(())
}

/// Loads a value from memory.
///
/// ```mlir
/// %1 = llvm.load volatile %0 : !llvm.ptr -> i32
/// %2 = llvm.load %0 atomic syncscope("agent") monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
/// ```
#[op(name = "llvm.load", eval,
     interfaces(DestructurableAccessor, InferUniformity, MemoryEffects, PromotableMemOp, SafeSlotAccess), verify = verify_load,
     format = "(`volatile` $volatile_^)? $addr (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? \
               (`invariant` $invariant^)? (`invariant_group` $invariantGroup^)? \
               (`dereferenceable` `` $dereferenceable^)? attr-dict `:` qualified(type($addr)) `->` type($res)")]
pub struct LoadOp {
    #[operand]
    addr: Pointer,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    volatile_: Option<UnitAttr>,
    #[prop]
    nontemporal: Option<UnitAttr>,
    #[prop]
    invariant: Option<UnitAttr>,
    #[prop]
    invariantGroup: Option<UnitAttr>,
    #[prop(default = not_atomic)]
    ordering: AtomicOrdering,
    #[prop]
    syncscope: Option<StrAttr>,
    #[prop]
    dereferenceable: Option<DereferenceableAttr>,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
    #[result]
    res: Loadable,
}

/// Stores a value to memory.
///
/// ```mlir
/// llvm.store %value, %0 {alignment = 4 : i64} : i32, !llvm.ptr
/// ```
#[op(name = "llvm.store", eval,
     interfaces(DestructurableAccessor, MemoryEffects, PromotableMemOp, SafeSlotAccess), verify = verify_store,
     format = "(`volatile` $volatile_^)? $value `,` $addr \
               (`atomic` (`syncscope` `(` $syncscope^ `)`)? $ordering^)? (`invariant_group` $invariantGroup^)? \
               attr-dict `:` type($value) `,` qualified(type($addr))")]
pub struct StoreOp {
    #[operand]
    value: Loadable,
    #[operand]
    addr: Pointer,
    #[prop]
    alignment: Option<I64Attr>,
    #[prop]
    volatile_: Option<UnitAttr>,
    #[prop]
    nontemporal: Option<UnitAttr>,
    #[prop]
    invariantGroup: Option<UnitAttr>,
    #[prop(default = not_atomic)]
    ordering: AtomicOrdering,
    #[prop]
    syncscope: Option<StrAttr>,
    #[prop]
    access_groups: Option<AccessGroups>,
    #[prop]
    alias_scopes: Option<AliasScopes>,
    #[prop]
    noalias_scopes: Option<AliasScopes>,
    #[prop]
    tbaa: Option<TbaaTags>,
}

/// The memory effects of an access: an access that is volatile, or that orders other accesses,
/// may read and write all memory.
fn access_effects(op: OpRef, kind: EffectKind, addr: usize, volatile: usize, ordering: usize) -> Vec<Effect> {
    let mut effects = vec![Effect::on(kind, op.operand(addr).id)];
    let ordering = ordering_of(op, ordering);
    if op.prop(volatile).is_some() || !matches!(ordering, AtomicOrdering::NotAtomic | AtomicOrdering::Unordered) {
        effects.extend([Effect::any(EffectKind::Write), Effect::any(EffectKind::Read)]);
    }
    effects
}

/// The ordering in property `slot`.
pub(super) fn ordering_of(op: OpRef, slot: usize) -> AtomicOrdering {
    let ordering = op.prop(slot).and_then(|attr| AtomicOrdering::from_attr(op.cx(), attr));
    ordering.unwrap_or(AtomicOrdering::NotAtomic)
}

impl MemoryEffects for LoadOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        access_effects(op, EffectKind::Read, LoadOp::ADDR_OPERAND, LoadOp::VOLATILE_, LoadOp::ORDERING)
    }
}

impl MemoryEffects for StoreOp {
    fn effects(&self, op: OpRef) -> Vec<Effect> {
        access_effects(op, EffectKind::Write, StoreOp::ADDR_OPERAND, StoreOp::VOLATILE_, StoreOp::ORDERING)
    }
}

/// Whether values of `ty` can be accessed atomically.
pub(super) fn is_atomic_type(cx: &Context, ty: Type) -> bool {
    if PointerType::from_type(cx, ty).is_some() {
        return true;
    }
    let width = ty.int_width(cx).or_else(|| is_float(cx, ty).then(|| ty.int_or_float_width(cx)).flatten());
    width.is_some_and(|width| width >= 8 && width.is_power_of_two())
}

/// Verifies that an atomic access has a valid type and ordering, and an alignment.
fn verify_access(
    op: OpRef,
    ty: Type,
    [ordering, alignment, syncscope]: [usize; 3],
    excluded: &[AtomicOrdering],
) -> Checked {
    let cx = op.cx();
    let ordering = ordering_of(op, ordering);
    if ordering == AtomicOrdering::NotAtomic {
        let names_scope = op.prop(syncscope).is_some();
        return match names_scope {
            true => Err(op.error("expected syncscope to be null for non-atomic access")),
            false => Ok(()),
        };
    }
    if !is_atomic_type(cx, ty) {
        return Err(op.error(format!("unsupported type '{}' for atomic access", cx.show_type(ty))));
    }
    if excluded.contains(&ordering) {
        let keyword = AtomicOrdering::ENUM.keyword(ordering.value()).unwrap_or_default();
        return Err(op.error(format!("unsupported ordering '{keyword}'")));
    }
    if op.prop(alignment).is_none() {
        return Err(op.error("expected alignment for atomic access"));
    }
    Ok(())
}

fn verify_load(op: OpRef) -> Checked {
    let slots = [LoadOp::ORDERING, LoadOp::ALIGNMENT, LoadOp::SYNCSCOPE];
    let ty = op.result(0).ty();
    if op.get(LoadOp::dereferenceable).is_some() && PointerType::from_type(op.cx(), ty).is_none() {
        return Err(op.error("expected op to return a single LLVM pointer type"));
    }
    verify_access(op, ty, slots, &[AtomicOrdering::Release, AtomicOrdering::AcqRel])
}

fn verify_store(op: OpRef) -> Checked {
    let slots = [StoreOp::ORDERING, StoreOp::ALIGNMENT, StoreOp::SYNCSCOPE];
    verify_access(op, op.value(StoreOp::value).ty(), slots, &[AtomicOrdering::Acquire, AtomicOrdering::AcqRel])
}

/// The next variadic argument.
#[op(name = "llvm.va_arg", eval = rmlir::interp::eval::variable_arguments, format = "$arg attr-dict `:` functional-type($arg, $res)")]
pub struct VaArgOp {
    #[operand]
    arg: Pointer,
    #[result]
    res: Compatible,
}
