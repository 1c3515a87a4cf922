//! Structural equality: the same operations in the same order with corresponding operands. Locations are compared only
//! on request; the operand order of commutative operations is ignored.

use rustc_hash::FxHashMap;

use crate::arena::{BlockId, Value};
use crate::opref::{BlockRef, OpRef, RegionRef, ValueRef};
use crate::traits::TraitSet;

/// The options of the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EqualOptions {
    /// Whether locations are compared.
    pub locations: bool,
    /// Whether discardable attributes are ignored.
    pub ignore_discardable: bool,
}

/// Returns whether `a` and `b`, operations of the same context, are structurally equal. Operands defined outside must
/// be the same values (or, for operations of different bodies, defined at the same position).
pub fn equal(a: OpRef, b: OpRef, options: EqualOptions) -> bool {
    Pairing::new(options).all_equal(vec![(a, b)])
}

/// Returns whether the contents of `a` and `b` are structurally equal as by [`equal`], whatever their parent operations
/// are.
pub fn equal_regions(a: RegionRef, b: RegionRef, options: EqualOptions) -> bool {
    let mut pairing = Pairing::new(options);
    let mut work = Vec::new();
    pairing.pair_region(a, b, &mut work) && pairing.all_equal(work)
}

type Key<T> = (u32, T);

struct Pairing {
    options: EqualOptions,
    values: FxHashMap<Key<Value>, Key<Value>>,
    blocks: FxHashMap<Key<BlockId>, Key<BlockId>>,
}

impl Pairing {
    fn new(options: EqualOptions) -> Self {
        Self { options, values: FxHashMap::default(), blocks: FxHashMap::default() }
    }

    /// Returns whether the pairs of operations in `work` are equal, including their regions.
    fn all_equal<'a>(&mut self, mut work: Vec<(OpRef<'a>, OpRef<'a>)>) -> bool {
        let mut operands = Vec::new();
        while let Some((a, b)) = work.pop() {
            if !self.same_op(a, b) {
                return false;
            }
            operands.push((a, b));
            for (ra, rb) in a.regions().zip(b.regions()) {
                if !self.pair_region(ra, rb, &mut work) {
                    return false;
                }
            }
        }
        operands.into_iter().all(|(a, b)| self.same_uses(a, b))
    }

    fn same_op(&mut self, a: OpRef, b: OpRef) -> bool {
        let same = a.name() == b.name()
            && a.props() == b.props()
            && (self.options.ignore_discardable || a.discardable_attrs() == b.discardable_attrs())
            && a.n_operands() == b.n_operands()
            && a.results().map(|value| value.ty()).eq(b.results().map(|value| value.ty()))
            && a.successors().len() == b.successors().len()
            && a.n_regions() == b.n_regions()
            && (!self.options.locations || a.loc() == b.loc());
        if same {
            let key = |op: OpRef, value: Value| (op.body.number(), value);
            let pairs = a.results().zip(b.results()).map(|(x, y)| (key(a, x.id), key(b, y.id)));
            self.values.extend(pairs);
        }
        same
    }

    fn pair_region<'a>(&mut self, a: RegionRef<'a>, b: RegionRef<'a>, work: &mut Vec<(OpRef<'a>, OpRef<'a>)>) -> bool {
        let (blocks_a, blocks_b): (Vec<BlockRef>, Vec<BlockRef>) = (a.blocks().collect(), b.blocks().collect());
        if blocks_a.len() != blocks_b.len() {
            return false;
        }
        for (x, y) in blocks_a.into_iter().zip(blocks_b) {
            if x.arg_types() != y.arg_types() {
                return false;
            }
            self.blocks.insert((x.body.number(), x.id), (y.body.number(), y.id));
            let key = |value: crate::opref::ValueRef| (value.body.number(), value.id);
            self.values.extend(x.args().zip(y.args()).map(|(x, y)| (key(x), key(y))));
            let (ops_x, ops_y): (Vec<OpRef>, Vec<OpRef>) = (x.ops().collect(), y.ops().collect());
            if ops_x.len() != ops_y.len() {
                return false;
            }
            work.extend(ops_x.into_iter().zip(ops_y));
        }
        true
    }

    fn same_uses(&self, a: OpRef, b: OpRef) -> bool {
        let n_same = a.operands().zip(b.operands()).take_while(|&(x, y)| self.same_value(x, y)).count();
        let values = n_same == a.n_operands() || (a.has(TraitSet::COMMUTATIVE) && same_set(a, b, n_same));
        let blocks = a.successors().zip(b.successors()).all(|(x, y)| {
            let (x, y) = ((x.body.number(), x.id), (y.body.number(), y.id));
            self.blocks.get(&x).map_or(x == y, |&paired| paired == y)
        });
        values && blocks
    }

    fn same_value(&self, a: ValueRef, b: ValueRef) -> bool {
        let (a, b) = ((a.body.number(), a.id), (b.body.number(), b.id));
        self.values.get(&a).map_or(a == b, |&paired| paired == b)
    }
}

/// Returns whether the operands from index `start` on are a permutation of each other. Only values defined outside of
/// the compared operations can be compared so.
fn same_set(a: OpRef, b: OpRef, start: usize) -> bool {
    let rest = |op: OpRef| {
        let mut values: Vec<Key<Value>> =
            op.operands().skip(start).map(|value| (value.body.number(), value.id)).collect();
        values.sort_unstable();
        values
    };
    rest(a) == rest(b)
}
