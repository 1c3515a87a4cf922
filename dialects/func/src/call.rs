//! Calls of functions, by name and by value.

use rmlir::core::interfaces::CallOp as CallInterface;
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::constant::ConstantOp;
use crate::function::{FuncOp, signature};

/// Calls a function by name.
///
/// The operands and results must have the types of the function, which is
/// looked up in the nearest symbol table.
#[op(
    name = "func.call",
    interfaces(CallInterface, SymbolUser),
    eval,
    format = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)"
)]
pub struct CallOp {
    #[prop]
    callee: FlatSymbolRefAttr,
    #[operand]
    operands: Vec<AnyType>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[prop]
    no_inline: Option<UnitAttr>,
    #[result]
    results: Vec<AnyType>,
}

impl CallInterface for CallOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(CallOp::CALLEE)
    }
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let callee = op.get(CallOp::callee);
        let name = callee.str(op.cx());
        let Some(function) = symbols.lookup(callee).filter(|found| found.is::<FuncOp>()) else {
            return Err(unknown_function(op, name, symbols));
        };
        let (inputs, results) = signature(function);
        verify_call_types(op, &inputs, &results)
    }
}

/// Verifies that the types of the call `op`, all of whose operands are arguments, are those of a
/// function from `inputs` to `results`.
pub fn verify_call_types(op: OpRef, inputs: &[Type], results: &[Type]) -> Checked {
    if inputs.len() != op.n_operands() {
        return Err(op.error("incorrect number of operands for callee"));
    }
    for (index, (operand, &wanted)) in op.operands().zip(inputs).enumerate() {
        if operand.ty() != wanted {
            let (got, wanted) = (op.cx().show_type(operand.ty()), op.cx().show_type(wanted));
            return Err(op.error(format!(
                "operand type mismatch: expected operand type '{wanted}', but provided '{got}' for operand number \
                 {index}"
            )));
        }
    }
    if results.len() != op.n_results() {
        return Err(op.error("incorrect number of results for callee"));
    }
    let mismatch = op.results().zip(results).position(|(got, &wanted)| got.ty() != wanted);
    mismatch.map_or(Ok(()), |index| Err(result_mismatch(op, index, results)))
}

fn unknown_function(op: OpRef, name: &str, symbols: &mut SymbolScope) -> Box<Diagnostic> {
    let error = op.error(format!("'{name}' does not reference a valid function"));
    let names: Vec<&str> = symbols.names().into_iter().map(|name| name.str(op.cx())).collect();
    match rmlir::diag::near_name(name, names.iter().copied()) {
        Some(near) => Box::new(error.help(format!("a symbol with a similar name exists: '{near}'"))),
        None => error,
    }
}

fn result_mismatch(op: OpRef, index: usize, wanted: &[Type]) -> Box<Diagnostic> {
    let list = |types: &mut dyn Iterator<Item = Type>| {
        types.map(|ty| format!("'{}'", op.cx().show_type(ty))).collect::<Vec<_>>().join(", ")
    };
    let place = op.loc().place(op.cx());
    let got = list(&mut op.results().map(|value| value.ty()));
    let wanted = list(&mut wanted.iter().copied());
    Box::new(
        op.error(format!("result type mismatch at index {index}"))
            .note(place.clone(), format!("      op result types: {got}"))
            .note(place, format!("function result types: {wanted}")),
    )
}

/// Calls a function value.
#[op(name = "func.call_indirect", interfaces(CallInterface), eval,
     verify = verify_call_indirect,
     canonicalize(call_of_constant),
     infer = infer_call_indirect, parse = parse_call_indirect, print = print_call_indirect)]
pub struct CallIndirectOp {
    #[operand]
    callee: FunctionType,
    #[operand]
    callee_operands: Vec<AnyType>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    results: Vec<AnyType>,
}

impl CallInterface for CallIndirectOp {
    fn callee_prop(&self) -> Option<usize> {
        None
    }
}

/// Parses `%f(%a, %b) {..} : (A, B) -> C`, where the function type determines all other types.
fn parse_call_indirect(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    let callee = parser.operand()?;
    let operands_pos = parser.pos();
    let operands = parser.operand_list(Delimiter::Paren)?;
    parser.attr_dict(state)?;
    let pos = parser.pos();
    let ty = parser.asm().colon_type()?;
    let Some((inputs, results)) = ty.function(parser.cx()).map(|(i, r)| (i.to_vec(), r.to_vec())) else {
        return Err(parser.error_at(pos, "'callee' must be function type"));
    };
    let value = parser.resolve(callee, ty)?;
    state.operands.push(value);
    parser.resolve_each(&operands, &inputs, operands_pos, state)?;
    state.result_types.extend(results);
    Ok(())
}

fn print_call_indirect(printer: &mut dyn AsmPrinter, op: OpRef) {
    printer.text(" ");
    printer.operand(op.value(CallIndirectOp::callee));
    printer.text("(");
    printer.operands(op.operands().skip(1));
    printer.text(")");
    printer.attr_dict(op, &[]);
    printer.text(" : ");
    printer.ty(op.value(CallIndirectOp::callee).ty());
}

fn infer_call_indirect(cx: &Context, _state: &OpState, operands: &[Type]) -> Result<Vec<Type>, String> {
    let function = operands.first().and_then(|ty| ty.function(cx));
    function.map(|(_, results)| results.to_vec()).ok_or_else(|| "the callee is no function".to_owned())
}

fn verify_call_indirect(op: OpRef) -> Checked {
    let Some((inputs, results)) = op.value(CallIndirectOp::callee).ty().function(op.cx()) else { return Ok(()) };
    if !op.operands().skip(1).map(|value| value.ty()).eq(inputs.iter().copied()) {
        return Err(op.error("failed to verify that callee input types match argument types"));
    }
    if !op.results().map(|value| value.ty()).eq(results.iter().copied()) {
        return Err(op.error("failed to verify that callee result types match result types"));
    }
    Ok(())
}

/// `call_indirect (constant @f)(args) -> call @f(args)`
#[pattern]
fn call_of_constant(op: CallIndirectOp, rw: &mut Rewriter) -> Match {
    let callee = op.callee(rw);
    let constant = rw.defining_op(callee).filter(|&def| OpRef::new(rw, def).is::<ConstantOp>());
    let Some(constant) = constant else { return rw.no_match(op, "the callee is not a constant") };
    let symbol = ConstantOp::from_id(constant).value(rw);
    let results: Vec<Type> = rw.result_types(op.id()).collect();
    let operands = op.callee_operands(rw);
    rw.replace_with(op, CallOp::build(&results, &operands, symbol));
    Match::Yes
}
