//! Operations that find values of payload by their positions, and types of values.
//!
//! Positions are listed, or all except a list, or all; negative ones count from the end.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::effects::reads_payload;
use crate::handle_effects;
use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::payload::PayloadValue;
use crate::state::TransformState;
use crate::types::{TransformHandle, TransformParam, TransformValueHandle};

handle_effects! {
    reads_payload => GetOperandOp, GetResultOp, GetTypeOp;
}

/// The operands of operations at these positions.
///
/// ```mlir
/// %0 = transform.get_operand %target[0, -1] : (!transform.any_op) -> !transform.any_value
/// %1 = transform.get_operand %target[except(0)] : (!transform.any_op) -> !transform.any_value
/// ```
#[op(
    name = "transform.get_operand",
    interfaces(MemoryEffects, TransformOp),
    custom(TransformMatchDims = (parse_positions, print_positions)),
    verify = verify_positions,
    format = "$target `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct GetOperandOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    raw_position_list: DenseI64ArrayAttr,
    #[prop]
    is_inverted: UnitAttr,
    #[prop]
    is_all: UnitAttr,
    #[result]
    result: TransformValueHandle,
}

/// The results of operations at these positions.
#[op(
    name = "transform.get_result",
    interfaces(MemoryEffects, TransformOp),
    custom(TransformMatchDims = (parse_positions, print_positions)),
    verify = verify_positions,
    format = "$target `[` custom<TransformMatchDims>($raw_position_list, $is_inverted, $is_all) `]` attr-dict `:` \
              functional-type(operands, results)"
)]
pub struct GetResultOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    raw_position_list: DenseI64ArrayAttr,
    #[prop]
    is_inverted: UnitAttr,
    #[prop]
    is_all: UnitAttr,
    #[result]
    result: TransformValueHandle,
}

impl TransformOp for GetOperandOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        get_values(op, state, results, |payload| payload.operands().map(|operand| operand.id).collect())
    }
}

impl TransformOp for GetResultOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        get_values(op, state, results, |payload| payload.results().map(|result| result.id).collect())
    }
}

fn get_values(
    op: OpRef,
    state: &mut TransformState,
    results: &mut Results,
    values_of: impl Fn(OpRef) -> Vec<Value>,
) -> Applied {
    let positions = Positions::of(op);
    let mut found = Vec::new();
    for payload in state.ops(op.operand(0)) {
        let values = values_of(state.op(&payload));
        let chosen = positions.expand(values.len()).map_err(|message| {
            let failure = Failure::silenceable(op, message);
            failure.note(state.op(&payload), "while considering positions of this payload operation")
        })?;
        let path = &payload.path;
        found.extend(chosen.into_iter().map(|index| PayloadValue { path: path.clone(), value: values[index] }));
    }
    results.set(0, found);
    Ok(())
}

/// A selection of positions.
pub struct Positions {
    listed: Vec<i64>,
    is_inverted: bool,
    is_all: bool,
}

/// The slots of the properties, the same for all operations with positions.
const LISTED: usize = 0;
const IS_INVERTED: usize = 1;
const IS_ALL: usize = 2;

impl Positions {
    /// The selection in the properties of `op`.
    pub fn of(op: OpRef) -> Self {
        let listed = op.prop(LISTED).and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
        Self { listed, is_inverted: op.prop(IS_INVERTED).is_some(), is_all: op.prop(IS_ALL).is_some() }
    }

    /// The indices that are selected among `n`, or an error message.
    pub fn expand(&self, n: usize) -> Result<Vec<usize>, String> {
        if self.is_all {
            return Ok((0..n).collect());
        }
        let mut listed = Vec::new();
        for &raw in &self.listed {
            let updated = if raw < 0 { (n as i64).saturating_add(raw) } else { raw };
            if updated >= n as i64 {
                return Err(format!("position overflow {updated} (updated from {raw}) for maximum {n}"));
            }
            let Ok(index) = usize::try_from(updated) else {
                return Err(format!("position underflow {updated} (updated from {raw})"));
            };
            if listed.contains(&index) {
                return Err(format!("repeated position {updated} (updated from {raw})"));
            }
            listed.push(index);
        }
        match self.is_inverted {
            true => Ok((0..n).filter(|index| !listed.contains(index)).collect()),
            false => Ok(listed),
        }
    }
}

fn parse_positions(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let (mut listed, mut is_inverted, mut is_all) = (Vec::new(), Attr::ABSENT, Attr::ABSENT);
    if parser.try_token("all") {
        is_all = Attr::UNIT;
    } else {
        if parser.try_token("except") {
            is_inverted = Attr::UNIT;
            parser.asm().token("(")?;
        }
        loop {
            listed.push(parser.asm().integer()?);
            if !parser.try_token(",") {
                break;
            }
        }
        if is_inverted == Attr::UNIT {
            parser.asm().token(")")?;
        }
    }
    args[0] = DirectiveArg::Attr(parser.cx().i64_array(&listed));
    args[1] = DirectiveArg::Attr(is_inverted);
    args[2] = DirectiveArg::Attr(is_all);
    Ok(true)
}

fn print_positions(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let positions = Positions::of(op);
    let listed: Vec<String> = positions.listed.iter().map(i64::to_string).collect();
    let listed = listed.join(", ");
    match (positions.is_all, positions.is_inverted) {
        (true, _) => printer.text("all"),
        (_, true) => printer.text(&format!("except({listed})")),
        _ => printer.text(&listed),
    }
}

fn verify_positions(op: OpRef) -> Checked {
    let Positions { listed, is_inverted, is_all } = Positions::of(op);
    if is_all && is_inverted {
        return Err(op.error("cannot request both 'all' and 'inverted' values in the list"));
    }
    if is_all && !listed.is_empty() {
        return Err(op.error("cannot both request 'all' and specific values in the list"));
    }
    if !is_all && listed.is_empty() {
        return Err(op.error("must request specific values in the list if 'all' is not specified"));
    }
    if listed.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(op.error("expected the listed values to be unique"));
    }
    Ok(())
}

/// The types of values, or of their elements, as parameters.
#[op(
    name = "transform.get_type",
    interfaces(MemoryEffects, TransformOp),
    format = "(`elemental` $elemental^)? $value attr-dict `:` functional-type(operands, results)"
)]
pub struct GetTypeOp {
    #[operand]
    value: TransformValueHandle,
    #[prop]
    elemental: UnitAttr,
    #[result]
    type_param: TransformParam,
}

impl TransformOp for GetTypeOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let is_elemental = op.get(GetTypeOp::elemental);
        let types = state.values(op.value(GetTypeOp::value)).into_iter().map(|payload| {
            let body = state.body(&payload.path);
            let ty = body.ty(payload.value);
            body.cx().type_attr(if is_elemental { ty.element_or_self(body) } else { ty })
        });
        let types: Vec<Attr> = types.collect();
        results.set(0, types);
        Ok(())
    }
}
