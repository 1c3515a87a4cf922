//! `vector.fma`, `vector.print`, `vector.step` and `vector.vscale`.

use rmlir::core::value_bounds::{BoundSet, Quantity, ValueBounds};
use rmlir::prelude::*;

use crate::attrs::{PrintPunctuation, newline};
use crate::types::*;

/// Fused multiply-add: multiplies two vectors and adds a third, with one rounding.
///
/// ```mlir
/// %d = vector.fma %a, %b, %c : vector<8x16xf32>
/// ```
#[op(name = "vector.fma", eval, traits(ElementwiseMappable, Pure), types(V = FloatVector),
     format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)")]
pub struct FMAOp {
    #[operand]
    lhs: V,
    #[operand]
    rhs: V,
    #[operand]
    acc: V,
    #[result]
    result: V,
}

/// Prints a value, punctuation or a string, for tests.
///
/// ```mlir
/// vector.print %v : vector<4xf32>
/// vector.print %s : f32 punctuation <comma>
/// vector.print str "done\0A"
/// ```
#[op(
    name = "vector.print",
    eval,
    interfaces(MemoryEffects),
    custom_traits(STRINGS_STAND_ALONE),
    format = "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict"
)]
pub struct PrintOp {
    #[operand]
    source: Option<Printable>,
    #[prop(default = newline)]
    punctuation: PrintPunctuation,
    #[prop(name = "stringLiteral")]
    string_literal: Option<StrAttr>,
}

impl MemoryEffects for PrintOp {
    fn effects(&self, _op: OpRef) -> Vec<Effect> {
        vec![Effect::any(EffectKind::Write)]
    }
}

static STRINGS_STAND_ALONE: FieldRule = FieldRule {
    words: "`source` or `punctuation` are not set when printing strings",
    holds: |op| {
        let is_newline = op.get(PrintOp::punctuation) == PrintPunctuation::NewLine;
        op.get(PrintOp::string_literal).is_none() || (op.n_operands() == 0 && is_newline)
    },
};

/// The vector of the consecutive integers 0, 1, 2, ..
///
/// ```mlir
/// %0 = vector.step : vector<4xindex>   // [0, 1, 2, 3]
/// %1 = vector.step : vector<[4]xindex> // up to 4 times the vector scale
/// ```
#[op(
    name = "vector.step",
    eval,
    traits(Pure),
    interfaces(InferIntRange),
    canonicalize,
    format = "attr-dict `:` type($result)"
)]
pub struct StepOp {
    #[result]
    result: IndexVectorOfRank1,
}

impl InferIntRange for StepOp {
    /// The range ends at the last element, which is unknown for a scalable vector.
    fn infer_ranges(&self, op: OpRef, _operands: &[Option<IntRange>], set: &mut dyn FnMut(Value, IntRange)) {
        let result = op.result(0);
        let parts = VectorType::of_value(result);
        if parts.is_scalable() {
            return;
        }
        let (zero, last) = (ApInt::new(64, 0), ApInt::new(64, (parts.shape[0] - 1).max(0) as u64));
        set(result.id, IntRange { unsigned: (zero.clone(), last.clone()), signed: (zero, last) });
    }
}

/// The vector scale: the runtime multiple of scalable dimensions' sizes.
///
/// ```mlir
/// %vscale = vector.vscale
/// ```
#[op(name = "vector.vscale", eval, traits(Pure), interfaces(AsmNames, ValueBounds), format = "attr-dict")]
pub struct VectorScaleOp {
    #[result]
    res: Index,
}

impl ValueBounds for VectorScaleOp {
    fn index_bounds(&self, _op: OpRef, value: Value, set: &mut dyn BoundSet) {
        set.add_vector_scale(Quantity::index(value));
    }
}

impl AsmNames for VectorScaleOp {
    fn result_names(&self, _op: OpRef, name: &mut dyn FnMut(usize, &str)) {
        name(0, "vscale");
    }
}
