//! Canonicalization, a file for each family of operations. `region_branch`
//! holds the patterns for all operations that pass values between regions.

pub(crate) mod execute_region;
pub(crate) mod for_op;
pub(crate) mod forall;
pub(crate) mod if_op;
pub(crate) mod index_switch;
pub(crate) mod parallel;
mod region_branch;
pub(crate) mod tensor_casts;
pub(crate) mod while_op;

use rmlir::prelude::*;

pub use self::region_branch::add_region_branch_patterns;

/// Replaces `op` by the only block of `region`, with `args` for the block arguments; the operands of its
/// terminator replace the results.
fn replace_with_region(rw: &mut Rewriter, op: OpId, region: RegionId, args: &[Value]) -> Match {
    let block = rw.entry(region).expect("the region has a block");
    let terminator = rw.last_op(block).expect("the block has a terminator");
    rw.inline_block_before(block, op, args);
    let results: Vec<Value> = rw.operands(terminator).collect();
    rw.replace(op, results);
    rw.erase(terminator)
}

/// The bound as a value; a constant is created at the insertion point for an attribute.
fn bound_value(rw: &mut Rewriter, bound: ValueOrAttr) -> Value {
    match bound {
        ValueOrAttr::Value(value) => value,
        ValueOrAttr::Attr(attr) => {
            let value = attr.as_i64(rw).expect("bounds are integers of 64 bits");
            rmlir_arith::constant_index(rw, value)
        }
    }
}
