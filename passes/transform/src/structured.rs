//! Matching of payload by properties.

use rmlir::core::Ident;
use rmlir::prelude::*;
use rmlir_linalg::structured::Structured;
use rmlir_transform::effects::reads_payload;
use rmlir_transform::{Applied, Failure, Results, TransformHandle, TransformOp, TransformState, handle_effects};

handle_effects! {
    reads_payload => MatchOp;
}

/// An interface to match.
#[attr(int = 32)]
pub enum MatchInterface {
    /// Structured operations on tensors and buffers.
    #[case("LinalgOp")]
    LinalgOp,
    /// Operations that can be tiled.
    #[case("TilingInterface")]
    TilingInterface,
    /// Loops.
    #[case("LoopLikeInterface")]
    LoopLikeInterface,
}

/// Matches the operations in another, including itself, that have all given properties.
///
/// ```mlir
/// %loops = transform.structured.match ops{["scf.for"]} attributes {unroll} in %root
///     : (!transform.any_op) -> !transform.any_op
/// ```
#[op(
    name = "transform.structured.match",
    interfaces(MemoryEffects, TransformOp),
    format = "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? \
              (`filter_result_type` `=` $filter_result_type^)? (`filter_operand_types` `=` $filter_operand_types^)? \
              `in` $target attr-dict `:` functional-type($target, results)"
)]
pub struct MatchOp {
    #[operand]
    target: TransformHandle,
    #[prop]
    ops: Option<StrArrayAttr>,
    #[prop]
    interface: Option<MatchInterface>,
    #[prop]
    op_attrs: Option<DictionaryAttr>,
    #[prop]
    filter_result_type: Option<TypeAttr>,
    #[prop]
    filter_operand_types: Option<TypeArrayAttr>,
    #[result]
    results: TransformHandle,
}

impl TransformOp for MatchOp<()> {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let targets = state.ops(op.value(MatchOp::target));
        let [target] = targets.as_slice() else {
            return Err(Failure::definite(op, "requires exactly one target handle"));
        };
        let wanted = Wanted::of(op);
        let mut found = state.walk(target);
        if found.iter().any(|payload| wanted.counts_differ(state.op(payload))) {
            let message = "If filter_operand_types contains more than a type, then it must contain as much types as \
                           the number of operands in the target ops";
            return Err(Failure::definite(op, message));
        }
        found.retain(|payload| wanted.is_met_by(state.op(payload)));
        results.set(0, found);
        Ok(())
    }
}

/// The properties to match.
struct Wanted<'a> {
    names: Option<Vec<&'a str>>,
    interface: Option<MatchInterface>,
    attrs: Vec<(Ident, Attr)>,
    result: Option<Type>,
    operands: Option<Vec<Type>>,
}

impl<'a> Wanted<'a> {
    fn of(op: OpRef<'a>) -> Self {
        let cx = op.cx();
        let array = |slot: usize| op.prop(slot).and_then(|attr| attr.as_array(cx));
        let attrs = op.get(MatchOp::op_attrs).unwrap_or(&[]);
        Self {
            names: array(MatchOp::OPS).map(|names| names.iter().filter_map(|name| name.as_str(cx)).collect()),
            interface: op.get(MatchOp::interface),
            attrs: attrs.iter().map(|entry| (entry.name, entry.value)).collect(),
            result: op.get(MatchOp::filter_result_type),
            operands: array(MatchOp::FILTER_OPERAND_TYPES)
                .map(|types| types.iter().filter_map(|ty| ty.as_type(cx)).collect()),
        }
    }

    /// Whether all properties except for the operand types match.
    fn is_met_but_for_operands(&self, op: OpRef) -> bool {
        let named = self.names.as_ref().is_none_or(|names| names.contains(&op.name_str()));
        let has_attrs = self.attrs.iter().all(|&(name, value)| op.attr(name.str(op.cx())) == Some(value));
        let gives = self.result.is_none_or(|ty| op.n_results() == 1 && op.result(0).ty() == ty);
        named && has_attrs && gives && self.interface.is_none_or(|wanted| implements(op, wanted))
    }

    fn is_met_by(&self, op: OpRef) -> bool {
        let mut types = op.operands().map(ValueRef::ty);
        self.is_met_but_for_operands(op)
            && match self.operands.as_deref() {
                None => true,
                Some(&[only]) => types.all(|ty| ty == only),
                Some(wanted) => types.eq(wanted.iter().copied()),
            }
    }

    /// Whether the number of operands differs from the number of types, if there are several types.
    fn counts_differ(&self, op: OpRef) -> bool {
        let n_types = self.operands.as_ref().map_or(1, Vec::len);
        n_types != 1 && n_types != op.n_operands() && self.is_met_but_for_operands(op)
    }
}

fn implements(op: OpRef, wanted: MatchInterface) -> bool {
    match wanted {
        MatchInterface::LoopLikeInterface => op.interface::<dyn LoopLike>().is_some(),
        // Only structured operations are matched as tileable so far.
        MatchInterface::LinalgOp | MatchInterface::TilingInterface => op.interface::<dyn Structured>().is_some(),
    }
}
