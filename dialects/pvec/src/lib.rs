//! The `pvec` dialect: predicates, guarded execution, lanes.
//!
//! Control dependence as data dependence (if-conversion): a branch becomes the definition of predicates, and the
//! operations it controls are executed under one. With `!pvec.pred` that is code for a machine with predicate
//! registers, with `!pvec.mask<N>` for one with vector lanes.
//!
//! In reading order: `types`; `compare` the definition of predicates with its compare types; `logic` other operations
//! on predicates; `guard` execution under a predicate; `blend` selection of values; `lanes` operations on lane ids and
//! masks, `memory` memory accesses under a predicate or mask; `vote` queries of all instances of a function; `function`
//! vector variants of functions and calls of them, `foreach` vector loops; `fold` folding and canonicalization; `eval`
//! the evaluation of the operations.

mod blend;
mod compare;
mod eval;
mod fold;
mod foreach;
mod function;
mod guard;
mod lanes;
mod logic;
mod memory;
mod types;
mod vote;

use std::any::Any;

use rmlir::analysis::uniformity::InferArgumentUniformity;
use rmlir::core::dialect::DialectHooks;
use rmlir::prelude::*;

pub use self::blend::{BlendOp, SelectOp};
pub use self::compare::{CmppOp, CompareType};
pub use self::fold::known;
pub use self::foreach::ForeachOp;
pub use self::function::{AlignedAttr, CallOp, FunctionAttr, LinearAttr, UniformAttr, VECTORIZE_CALLS, Variants};
pub use self::guard::{GuardOp, YieldOp};
pub use self::lanes::*;
pub use self::logic::{BitsOp, PandOp, PandnOp, PclearOp, PnotOp, PorOp, PtrueOp, UndefOp};
pub use self::memory::{AccessShape, LoadOp, StoreOp};
pub use self::types::{Lanes, MaskType, PredType, PredicateLike, bits_type, n_lanes};
pub use self::vote::{VoteAllOp, VoteCountOp};

dialect! {
    /// Predicates, guarded execution and lanes.
    ///
    /// Predicates are SSA values: an operation that updates a predicate register of a machine has the old value as an
    /// operand. The compare types of `pvec.cmpp` are those of HPL-PD (Kathail, Schlansker, Rau, "HPL
    /// PlayDoh Architecture Specification", 1994):
    ///
    /// | type | guard 0 | guard 1, condition 0 | guard 1, condition 1 |
    /// |---|---|---|---|
    /// | `un` | 0 | 0 | 1 |
    /// | `uc` | 0 | 1 | 0 |
    /// | `cn` | old | 0 | 1 |
    /// | `cc` | old | 1 | 0 |
    /// | `on` | old | old | 1 |
    /// | `oc` | old | 1 | old |
    /// | `an` | old | 0 | old |
    /// | `ac` | old | old | 0 |
    pub Pvec = "pvec" {
        types: [MaskType, PredType],
        attrs: [AlignedAttr, FunctionAttr, LinearAttr, UniformAttr],
        ops: [
            ActiveCountOp, AllOp, AnyOp, BallotOp, BitsOp, BlendOp, BroadcastOp, CallOp, CmppOp, CompressOp, ExpandOp, ExtractOp,
            FirstActiveOp, ForeachOp, GuardOp, InsertOp, LaneIdOp, LinearOp, LoadOp, NoneOp, PandOp, PandnOp, PartitionOp, PclearOp,
            PermuteOp, PnotOp, PorOp, PtrueOp, ReduceOp, SelectOp, StoreOp, UndefOp, VoteAllOp, VoteCountOp,
            YieldOp,
        ],
        depends: [rmlir_arith::Arith],
        hooks: Hooks,
    }
}

struct Hooks;

/// All operations may be inlined into and out of guards.
impl DialectHooks for Hooks {
    fn is_legal_to_inline_op(&self, _op: OpRef, _into: OpRef, _would_be_cloned: bool) -> bool {
        true
    }
    fn verify_op_attr(&self, op: OpRef, name: &str, value: Attr) -> Result<(), Box<Diagnostic>> {
        function::verify_function(op, name, value)
    }
    fn verify_arg_attr(
        &self,
        op: OpRef,
        region: usize,
        arg: usize,
        name: &str,
        value: Attr,
    ) -> Result<(), Box<Diagnostic>> {
        function::verify_clause(op, region, arg, name, value)
    }
    fn interfaces(&self) -> &'static [&'static (dyn Any + Send + Sync)] {
        &[&(&function::Clauses as &'static dyn InferArgumentUniformity)]
    }
    fn is_legal_to_inline_region(&self, _into: RegionRef, _from: RegionRef, _args: &[Value], _: bool) -> bool {
        true
    }
}
