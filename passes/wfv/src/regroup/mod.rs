//! Regrouping of iterations by the branch that they take: of several calls of a variant at most one is for divergent
//! lanes.
//!
//! A marked loop with an expensive branch in its body is split, for a group of iterations at a time: operations before
//! the branch are executed for all of them, their iteration numbers are put in two worklists by the condition, one per
//! successor, and each successor is executed for the iterations of its list: all lanes take the same edge, and only the
//! last call of each list has inactive lanes. Operations after the branch are executed for all iterations in order
//! again. Values that are live across these parts are kept in memory, one element per iteration; integers computed from
//! the induction variable are recomputed.
//!
//! A group has more iterations than the mark asserts to be independent, so their independence is proved
//! ([`crate::loops::conflict`]); where that fails, the group is made smaller, or the loop stays as it is. It is profitable if
//! both successors are expensive, since elements are accessed by gathers and scatters.
//!
//! In reading order: `parted` finds out how a loop can be split, `split` splits it; here is the pass.

mod parted;
mod split;

use rmlir::prelude::*;

use self::parted::parted;
use crate::declined::Declined;
use crate::loops::conflict::Facts;
use crate::loops::normal::normalize;
use crate::loops::remarks::Remarks;
use crate::marks::MARK;

pub use self::parted::Parted;
pub use self::parted::Wanted;

/// Splits the marked loops of a function; returns their number.
pub fn regroup(body: &mut Body, wanted: Wanted, remarks: &mut Remarks) -> usize {
    let mut marked = Vec::new();
    body.walk_postorder(body.root(), |op| marked.extend(body.attr(op, MARK).map(|_| op)));
    let mut n_parted = 0;
    for op in marked {
        let found = normalize(body, op).and_then(|op| parted(body, op, wanted));
        match found {
            Ok(parted) => {
                remarks.regrouped(body.loc(parted.op), parted.n_vectors);
                split::split(&mut Rewriter::new(body), &parted);
                n_parted += 1;
            }
            Err(Declined { place, name, why }) => remarks.missed(place, &format!("regroup: '{name}' {why}")),
        }
    }
    n_parted
}

/// Split marked loops at a branch, and run each successor of it for the iterations that take it.
///
/// The operations before a branch in the body of a loop with `pvec.vectorize_calls` run for several vectors of
/// iterations. Then each successor runs for the iterations that take it, and the operations after the branch run for
/// all of them. All of these are loops with the same mark. The iterations of several vectors have to be proved
/// independent, as the mark asserts this of one vector only.
///
/// ```mlir
/// scf.for %i = %c0 to %n step %c1 {
///   %x = memref.load %a[%i] : memref<?xf32>
///   %b = arith.cmpf olt, %x, %zero : f32
///   scf.if %b { "much"(%x) : (f32) -> () } else { "other"(%x) : (f32) -> () }
/// } {pvec.vectorize_calls = 8 : i64}
/// ```
#[pass(
    name = "wfv-regroup",
    title = "WholeFunctionVectorizationRegroup",
    anchor = "func.func",
    depends(rmlir_arith::Arith, rmlir_memref::MemRef, rmlir_scf::Scf)
)]
pub struct WfvRegroup {
    /// The maximum number of vectors of iterations in a group
    #[option(default = "8")]
    vectors: i64,
    /// The minimum cost of both successors of the branch, in operations, with assumed trip counts of 8
    #[option(default = "64")]
    least: u64,
    /// Different arguments of a function do not alias
    #[option(default = "false")]
    noalias_arguments: bool,
    /// The maximum number of pairs of accesses of a loop that are compared
    #[option(default = 20000)]
    max_pairs: u64,
}

impl Pass for WfvRegroup {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        if !(2..=MOST_VECTORS).contains(&self.vectors) {
            let root = cx.body().root();
            return cx.fail(root, format!("cannot regroup so many vectors: 'vectors' is 2 to {MOST_VECTORS}"));
        }
        let facts = Facts { free: None, noalias_arguments: self.noalias_arguments, max_pairs: self.max_pairs };
        let wanted = Wanted { width: 0, n_vectors: self.vectors, least: self.least, facts };
        let mut remarks = Remarks::default();
        regroup(cx.body_mut(), wanted, &mut remarks);
        remarks.list.into_iter().for_each(|remark| cx.remark(remark));
        Ok(())
    }
}

/// The maximum number of vectors in a group: the values kept for them should stay in the L1 cache.
pub const MOST_VECTORS: i64 = 64;

/// The default for the minimum cost of both successors of a branch.
pub const LEAST: u64 = 64;
