//! Value-based dependences: the write that is the source of a read; and all dependences that are not transitive.
//!
//! Of the pairs of a write and a read of the same element, those with another write in between are removed. The result
//! is exact, also if it is not a conjunction: then there are several dependences. For pairs of a read and a write, and
//! of two writes, the removed ones are transitive: the instance in between is ordered with both.
//!
//! (Feautrier: Dataflow analysis of array and scalar references, 1991, computes the last write by parametric integer
//! programming; here the pairs with a later write in between are subtracted.)

use rmlir_presburger::{Kind as Variable, Union};

use crate::dependence::dependences::{Dependence, Embedding, Kind, pairs, without_repetitions};
use crate::scop::{Access, Scop, Set, Statement};

/// The limit on accesses to an array: the time is cubic in their number.
const MAX_ACCESSES: usize = 40;

/// The limit on the disjuncts of the pairs of two accesses, and of the sets subtracted from them.
const MAX_SYSTEMS: usize = 16;

/// An access to an array.
struct Place<'a> {
    statement: usize,
    of: &'a Statement,
    access: &'a Access,
}

/// Pairs of a write and a read of its value. `None` if a limit is exceeded.
pub fn flows(scop: &Scop) -> Option<Vec<Dependence>> {
    found(scop, |kind| kind == Kind::Flow)
}

/// Pairs that have to be ordered, without a write to their element in between. An order that satisfies these satisfies
/// all: the others are transitive. `None` if a limit is exceeded.
pub fn direct(scop: &Scop) -> Option<Vec<Dependence>> {
    found(scop, |_| true).map(without_repetitions)
}

fn found(scop: &Scop, is_wanted: impl Fn(Kind) -> bool) -> Option<Vec<Dependence>> {
    let n_arrays = scop.statements.iter().flat_map(|it| &it.accesses).map(|it| it.array + 1).max().unwrap_or(0);
    let all: Vec<Vec<Dependence>> =
        (0..n_arrays).map(|array| of_array(scop, array, &is_wanted)).collect::<Option<_>>()?;
    Some(all.concat())
}

fn of_array(scop: &Scop, array: usize, is_wanted: impl Fn(Kind) -> bool) -> Option<Vec<Dependence>> {
    let all = scop.statements.iter().enumerate().flat_map(|(statement, of)| {
        let own = of.accesses.iter().filter(|access| access.array == array);
        own.map(move |access| Place { statement, of, access })
    });
    let places: Vec<Place> = all.collect();
    if places.len() > MAX_ACCESSES {
        return None;
    }
    let between = |a: &Place, b: &Place| match a.access.is_write || b.access.is_write {
        true => pairs(scop, (a.of, a.access), (b.of, b.access)),
        false => Vec::new(),
    };
    let between: Vec<Vec<_>> = places.iter().map(|a| places.iter().map(|b| between(a, b)).collect()).collect();
    let writes = || (0..places.len()).filter(|&it| places[it].access.is_write);
    let mut found = Vec::new();
    for (from, first) in places.iter().enumerate() {
        for (to, second) in places.iter().enumerate() {
            let kind = Kind::of(first.access, second.access);
            for (level, pairs) in between[from][to].iter().filter(|_| is_wanted(kind)) {
                let mut left = Union::of(pairs)?;
                for write in writes() {
                    for (_, before) in &between[from][write] {
                        for (_, after) in &between[write][to] {
                            left = without_overwritten(left, before, after, first.of.depth())?;
                        }
                    }
                }
                found.extend(left.coalesced().parts().iter().map(|pairs| Dependence {
                    from: first.statement,
                    to: second.statement,
                    kind,
                    array,
                    level: *level,
                    pairs: pairs.clone(),
                }));
            }
        }
    }
    Some(found)
}

/// Subtracts the pairs for which the first is before some instance, by `first`, that is before the second, by `second`.
fn without_overwritten(left: Union<()>, first: &Set, second: &Set, n_first: usize) -> Option<Union<()>> {
    let n_between = first.n_dims() - n_first;
    let n_dims = first.n_dims() + second.n_dims() - n_between;
    let mut both = Set::universe(n_dims, first.n_symbols(), first.n_locals() + second.n_locals());
    let first_local = both.offset(Variable::Local);
    Embedding { dims: (0..first.n_dims()).collect(), first_symbol: n_dims, first_local }.embed(first, &mut both);
    let of_second = Embedding {
        dims: (n_first..n_dims).collect(),
        first_symbol: n_dims,
        first_local: first_local + first.n_locals(),
    };
    of_second.embed(second, &mut both);
    if both.is_integer_empty() {
        return Some(left);
    }
    let overwritten = Union::of(&both)?.project_out(n_first, n_between)?;
    if overwritten.parts().len() > MAX_SYSTEMS {
        return None;
    }
    left.difference_within(&overwritten, MAX_SYSTEMS)
}
