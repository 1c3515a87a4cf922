//! Global variables, and loads and stores of them: sequential, or in graphs, where tokens order them.
//!
//! Deviations: variables are looked up in the nearest symbol table, not in its ancestors.
//! `ml_program.global_store_graph` has a write effect; in upstream it has a read effect, and is
//! erased if its token is unused.

use rmlir::core::asm::Delimiter;
use rmlir::core::constraints::*;
use rmlir::core::interfaces::{Effect, EffectKind, EffectTarget, MemoryEffects};
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::types::TokenType;

/// Declares a variable, or a constant.
///
/// A constant has a value. The initial value of a variable is unknown if it is absent, or is `#ml_program.extern`.
///
/// ```mlir
/// ml_program.global private @weights(dense<4> : tensor<4xi32>) : tensor<4xi32>
/// ml_program.global private mutable @state : tensor<?xi32>
/// ```
#[op(name = "ml_program.global", traits(Symbol), verify = verify_global,
     custom(SymbolVisibility = (parse_visibility, print_visibility), TypedInitialValue = (parse_value, print_value)),
     format = "custom<SymbolVisibility>($sym_visibility) (`mutable` $is_mutable^)? $sym_name `` \
               custom<TypedInitialValue>($type, $value) attr-dict")]
pub struct GlobalOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop(name = "type")]
    ty: TypeAttr,
    #[prop]
    is_mutable: UnitAttr,
    #[prop]
    value: Option<AnyAttr>,
    #[prop]
    sym_visibility: Option<StrAttr>,
}

fn parse_visibility(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let said = ["public", "private", "nested"].into_iter().find(|&visibility| parser.try_token(visibility));
    let Some(said) = said else {
        let pos = parser.pos();
        return Err(parser.error_at(pos, "expected 'public', 'private', or 'nested'"));
    };
    args[0] = DirectiveArg::Attr(parser.cx().str_attr(said));
    Ok(true)
}

fn print_visibility(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    let visibility = op.get(GlobalOp::sym_visibility);
    printer.text(visibility.unwrap_or("public"));
}

fn parse_value(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    if parser.try_token("(") {
        args[1] = DirectiveArg::Attr(parser.parse_attr(None)?);
        parser.asm().token(")")?;
    }
    parser.asm().token(":")?;
    let ty = parser.parse_type()?;
    args[0] = DirectiveArg::Attr(parser.cx().type_attr(ty));
    Ok(true)
}

fn print_value(printer: &mut dyn AsmPrinter, op: OpRef, _: &[DirectiveField]) {
    if let Some(value) = op.get(GlobalOp::value) {
        printer.text("(");
        printer.attr(value);
        printer.text(")");
    }
    printer.text(" : ");
    printer.ty(op.get(GlobalOp::ty));
}

fn verify_global(op: OpRef) -> Checked {
    if is_mutable(op) || op.get(GlobalOp::value).is_some() {
        return Ok(());
    }
    Err(op.error("immutable global must have an initial value"))
}

fn is_mutable(global: OpRef) -> bool {
    global.get(GlobalOp::is_mutable)
}

/// Creates a token without dependences.
///
/// ```mlir
/// %t = ml_program.token
/// ```
#[op(name = "ml_program.token", traits(Pure), format = "attr-dict")]
pub struct TokenOp {
    #[result]
    token: TokenType,
}

/// Loads the value of a variable.
///
/// ```mlir
/// %0 = ml_program.global_load @state : tensor<?xi32>
/// ```
#[op(
    name = "ml_program.global_load",
    interfaces(AsmNames, MemoryEffects, SymbolUser),
    format = "$global `:` type($result) attr-dict"
)]
pub struct GlobalLoadOp {
    #[prop]
    global: SymbolRefAttr,
    #[result]
    result: AnyType,
}

/// Loads the value of a constant.
///
/// ```mlir
/// %0 = ml_program.global_load_const @weights : tensor<4xi32>
/// ```
#[op(
    name = "ml_program.global_load_const",
    traits(Pure),
    interfaces(AsmNames, SymbolUser),
    format = "$global `:` type($result) attr-dict"
)]
pub struct GlobalLoadConstOp {
    #[prop]
    global: SymbolRefAttr,
    #[result]
    result: AnyType,
}

/// Loads the value of a variable, after the operations that define the tokens.
///
/// ```mlir
/// %0, %t = ml_program.global_load_graph @state ordering(() -> !ml_program.token) : tensor<?xi32>
/// ```
#[op(name = "ml_program.global_load_graph", interfaces(AsmNames, MemoryEffects, SymbolUser),
     custom(TokenOrdering = (parse_ordering, print_ordering)),
     format = "$global `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($result) attr-dict")]
pub struct GlobalLoadGraphOp {
    #[prop]
    global: SymbolRefAttr,
    #[operand(name = "consumeTokens")]
    consume_tokens: Vec<TokenType>,
    #[result]
    result: AnyType,
    #[result(name = "produceToken")]
    produce_token: TokenType,
}

impl AsmNames for GlobalLoadGraphOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "result");
        name(1, "produceToken");
    }
}

/// Stores a value in a variable.
///
/// ```mlir
/// ml_program.global_store @state = %0 : tensor<?xi32>
/// ```
#[op(
    name = "ml_program.global_store",
    interfaces(MemoryEffects, SymbolUser),
    format = "$global `=` $value `:` type($value) attr-dict"
)]
pub struct GlobalStoreOp {
    #[prop]
    global: SymbolRefAttr,
    #[operand]
    value: AnyType,
}

/// Stores a value in a variable, after the operations that define the tokens.
///
/// ```mlir
/// %u = ml_program.global_store_graph @state = %0 ordering(%t -> !ml_program.token) : tensor<?xi32>
/// ```
#[op(name = "ml_program.global_store_graph", interfaces(MemoryEffects, SymbolUser),
     custom(TokenOrdering = (parse_ordering, print_ordering)),
     format = "$global `=` $value `` custom<TokenOrdering>($consumeTokens, type($produceToken)) `:` type($value) attr-dict")]
pub struct GlobalStoreGraphOp {
    #[prop]
    global: SymbolRefAttr,
    #[operand]
    value: AnyType,
    #[operand(name = "consumeTokens")]
    consume_tokens: Vec<TokenType>,
    #[result(name = "produceToken")]
    produce_token: TokenType,
}

/// Parses `ordering(%a, %b -> type)`, or without tokens `ordering(() -> type)`.
fn parse_ordering(parser: &mut dyn OpAsmParser, _: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    parser.asm().keyword("ordering")?;
    parser.asm().token("(")?;
    if parser.try_token("(") {
        parser.asm().token(")")?;
    } else {
        args[0] = DirectiveArg::Operands(parser.operand_list(Delimiter::None)?);
    }
    parser.asm().token("->")?;
    args[1] = DirectiveArg::Types(vec![parser.parse_type()?]);
    parser.asm().token(")")?;
    Ok(true)
}

fn print_ordering(printer: &mut dyn AsmPrinter, op: OpRef, args: &[DirectiveField]) {
    let [DirectiveField::Operand(tokens), DirectiveField::ResultType(token)] = args else { return };
    let tokens = op.operand_field(*tokens);
    printer.text(" ordering(");
    if tokens.is_empty() {
        printer.text("()");
    }
    printer.operands(tokens);
    printer.text(" -> ");
    printer.types(op.result_range(*token).map(|index| op.result(index).ty()));
    printer.text(")");
}

/// The property with the name of the variable, which is the same for all loads and stores.
const GLOBAL: usize = GlobalLoadOp::GLOBAL;

fn effect_on_global(op: OpRef, kind: EffectKind) -> Vec<Effect> {
    let target = op.prop(GLOBAL).map_or(EffectTarget::Resource, EffectTarget::Symbol);
    vec![Effect { target, ..Effect::any(kind) }]
}

/// Rows of `Op Kind;`.
macro_rules! effects {
    ($($op:ident $kind:ident;)*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, op: OpRef) -> Vec<Effect> {
                effect_on_global(op, EffectKind::$kind)
            }
        }
    )*};
}

effects! {
    GlobalLoadOp Read;
    GlobalLoadGraphOp Read;
    GlobalStoreOp Write;
    GlobalStoreGraphOp Write;
}

/// The leaf of the symbol reference to the variable.
fn name_of<'a>(op: OpRef<'a>) -> &'a str {
    let symbol = op.prop(GLOBAL).and_then(|symbol| symbol.as_symbol_ref(op.cx()));
    symbol.map_or("", |symbol| symbol.leaf().str(op.cx()))
}

/// Rows of `Op;`: operations whose first result has the variable's name.
macro_rules! named_like_global {
    ($($op:ident;)*) => {$(
        impl AsmNames for $op {
            fn result_names(&self, op: OpRef, name: &mut dyn FnMut(usize, &str)) {
                name(0, name_of(op));
            }
        }
    )*};
}

named_like_global! {
    GlobalLoadOp;
    GlobalLoadConstOp;
}

/// The kind of access to a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Load,
    LoadConstant,
    Store,
}

/// Verifies that `symbol` in `op` permits the access, with a value of type `ty`.
fn verify_use(op: OpRef, symbols: &mut SymbolScope, how: Use, symbol: SymbolRef, ty: Type) -> Checked {
    let cx = op.cx();
    let shown = || cx.show_attr(cx.symbol_ref(symbol));
    let Some(global) = symbols.lookup(symbol).filter(|found| found.is::<GlobalOp>()) else {
        return Err(op.error(format!("undefined global: {}", shown())));
    };
    match how {
        Use::LoadConstant if is_mutable(global) => {
            return Err(op.error(format!("cannot load as const from mutable global {}", shown())));
        }
        Use::Store if !is_mutable(global) => {
            return Err(op.error(format!("cannot store to an immutable global {}", shown())));
        }
        _ => {}
    }
    let of = global.get(GlobalOp::ty);
    if of == ty {
        return Ok(());
    }
    let (of, ty) = (cx.show_type(of), cx.show_type(ty));
    Err(op.error(match how {
        Use::Store => format!("cannot store to a global typed '{of}' from '{ty}'"),
        _ => format!("cannot load from global typed '{of}' as '{ty}'"),
    }))
}

/// Rows of `Op Use, the value;`.
macro_rules! uses {
    ($($op:ident $how:ident, $value:expr;)*) => {$(
        impl SymbolUser for $op {
            fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
                let value: fn(OpRef) -> Type = $value;
                verify_use(op, symbols, Use::$how, op.get(Self::global), value(op))
            }
        }
    )*};
}

uses! {
    GlobalLoadOp Load, |op| op.result(0).ty();
    GlobalLoadConstOp LoadConstant, |op| op.result(0).ty();
    GlobalLoadGraphOp Load, |op| op.result(0).ty();
    GlobalStoreOp Store, |op| op.value(Self::value).ty();
    GlobalStoreGraphOp Store, |op| op.value(Self::value).ty();
}
