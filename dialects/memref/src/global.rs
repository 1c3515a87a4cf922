//! Global buffers.

use rmlir::core::interfaces::{GlobalAddress, GlobalConstant, GlobalVariable};
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::symbol::SymbolScope;
use rmlir::core::types::TypeData;
use rmlir::prelude::*;

use crate::constraints::{MemRefTypeAttr, ValidAlignment};

/// Declares or defines a global buffer.
///
/// Without an initial value it is a declaration; with `uninitialized` it is a definition without initial value. A
/// `constant` must not be written to.
///
/// ```mlir
/// memref.global "private" constant @primes : memref<3xi32> = dense<[2, 3, 5]> {alignment = 64}
/// memref.global @scratch : memref<16xf32> = uninitialized
/// ```
#[op(name = "memref.global", eval = rmlir::interp::eval::nothing, traits(Symbol),
     interfaces(GlobalConstant), verify = verify_global,
     custom(GlobalMemrefOpTypeAndInitialValue = (parse_type_and_value, print_type_and_value)),
     format = "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` \
               custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict")]
pub struct GlobalOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[prop(name = "type")]
    ty: MemRefTypeAttr,
    /// The initial value; a unit attribute for a buffer that is uninitialized.
    #[prop]
    initial_value: Option<AnyAttr>,
    /// Whether the buffer is constant.
    #[prop]
    constant: UnitAttr,
    #[prop]
    alignment: Option<ValidAlignment>,
}

impl GlobalConstant for GlobalOp {
    fn constant_value(&self, op: OpRef) -> Option<Attr> {
        let value = op.get(Self::initial_value).filter(|_| op.get(Self::constant));
        value.filter(|&value| value != Attr::UNIT)
    }
}

/// The buffer of a `memref.global`.
///
/// ```mlir
/// %primes = memref.get_global @primes : memref<3xi32>
/// ```
#[op(
    name = "memref.get_global",
    eval,
    traits(Pure),
    interfaces(SymbolUser, GlobalAddress),
    format = "$name `:` type($result) attr-dict"
)]
pub struct GetGlobalOp {
    #[prop]
    name: FlatSymbolRefAttr,
    #[result]
    result: AnyStaticShapeMemRef,
}

impl GlobalAddress for GetGlobalOp {
    fn global(&self, op: OpRef) -> GlobalVariable {
        GlobalVariable { symbol: op.get(Self::name), may_be_alias: false }
    }
}

/// The tensor type with the shape and elements of a memref type.
fn tensor_type_of(cx: &Context, ty: Type) -> Option<Type> {
    let (shape, element) = (ty.shape(cx)?.into(), ty.element(cx)?);
    Some(cx.ty(TypeData::RankedTensor { shape, element, encoding: None }))
}

fn is_static_memref(cx: &Context, ty: Type) -> bool {
    ty.is_memref(cx) && ty.static_shape(cx).is_some()
}

fn parse_type_and_value(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let ty = parser.parse_type()?;
    let pos = parser.name_pos();
    if !is_static_memref(parser.cx(), ty) {
        let shown = parser.cx().show_type(ty);
        return Err(parser.error_at(pos, &format!("type should be static shaped memref, but got '{shown}'")));
    }
    args[0] = DirectiveArg::Attr(parser.cx().type_attr(ty));
    if !parser.try_token("=") {
        return Ok(true);
    }
    if parser.try_token("uninitialized") {
        args[1] = DirectiveArg::Attr(Attr::UNIT);
        return Ok(true);
    }
    let tensor = tensor_type_of(parser.cx(), ty);
    let value = parser.parse_attr(tensor)?;
    if !(ElementsAttr.check)(parser.cx(), value) {
        return Err(parser.error_at(pos, "initial value should be a unit or elements attribute"));
    }
    args[1] = DirectiveArg::Attr(value);
    Ok(true)
}

fn print_type_and_value(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    printer.ty(op.get(GlobalOp::ty));
    match op.get(GlobalOp::initial_value) {
        None => {}
        Some(Attr::UNIT) => printer.text(" = uninitialized"),
        Some(value) => {
            printer.text(" = ");
            printer.attr_without_type(value);
        }
    }
}

fn verify_global(op: OpRef) -> Checked {
    let cx = op.cx();
    let ty = op.get(GlobalOp::ty);
    if !is_static_memref(cx, ty) {
        return Err(op.error(format!("type should be static shaped memref, but got '{}'", cx.show_type(ty))));
    }
    let Some(value) = op.get(GlobalOp::initial_value).filter(|&value| value != Attr::UNIT) else { return Ok(()) };
    if !(ElementsAttr.check)(cx, value) {
        let shown = cx.show_attr(value);
        return Err(op.error(format!("initial value should be a unit or elements attribute, but got {shown}")));
    }
    let value_type = value.ty(cx).unwrap_or(Type::NONE);
    let (wanted, found) = (ty.element_or_self(cx), value_type.element_or_self(cx));
    if wanted != found {
        return Err(op.error(format!(
            "initial value element expected to be of type '{}', but was of type '{}'",
            cx.show_type(wanted),
            cx.show_type(found)
        )));
    }
    let (wanted, found) = (ty.shape(cx).unwrap_or_default(), value_type.shape(cx).unwrap_or_default());
    if wanted != found {
        let list = |shape: &[i64]| shape.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        return Err(op.error(format!("initial value shape expected to be {} but was {}", list(wanted), list(found))));
    }
    Ok(())
}

impl SymbolUser for GetGlobalOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let cx = op.cx();
        let symbol = op.get(GetGlobalOp::name);
        let name = symbol.str(cx);
        let Some(global) = symbols.lookup(symbol).filter(|found| found.is::<GlobalOp>()) else {
            return Err(op.error(format!("'{name}' does not reference a valid global memref")));
        };
        let wanted = global.get(GlobalOp::ty);
        let found = op.result(0).ty();
        if wanted == found {
            return Ok(());
        }
        let (wanted, found) = (cx.show_type(wanted), cx.show_type(found));
        Err(op.error(format!("result type '{found}' does not match type '{wanted}' of the global memref @{name}")))
    }
}
