//! Dependences on values: which write a read gets its value from.
//!
//! Of the pairs of a write and a read that access the same element those are left between which nothing else writes it.
//! What is left is exact, also where it is no conjunction: then there are several dependences.
//!
//! (Feautrier: Dataflow analysis of array and scalar references, 1991, finds the last write by parametric integer
//! programming; here the pairs with a later write between are subtracted.)

use rmlir_presburger::{Kind as Variable, Union};

use crate::dependences::{Dependence, Embedding, Kind, pairs};
use crate::scop::{Access, Scop, Set, Statement};

/// With more accesses to an array than this its values are not followed: the time grows with their third power.
const MAX_ACCESSES: usize = 40;

/// An access to an array.
struct Place<'a> {
    statement: usize,
    of: &'a Statement,
    access: &'a Access,
}

/// Pairs of a write and a read of its value. `None` if that takes too much.
pub fn flows(scop: &Scop) -> Option<Vec<Dependence>> {
    let n_arrays = scop.statements.iter().flat_map(|it| &it.accesses).map(|it| it.array + 1).max().unwrap_or(0);
    let all: Vec<Vec<Dependence>> = (0..n_arrays).map(|array| flows_of(scop, array)).collect::<Option<_>>()?;
    Some(all.concat())
}

fn flows_of(scop: &Scop, array: usize) -> Option<Vec<Dependence>> {
    let all = scop.statements.iter().enumerate().flat_map(|(statement, of)| {
        let own = of.accesses.iter().filter(|access| access.array == array);
        own.map(move |access| Place { statement, of, access })
    });
    let (writes, reads): (Vec<Place>, Vec<Place>) = all.partition(|it| it.access.is_write);
    if writes.len() + reads.len() > MAX_ACCESSES {
        return None;
    }
    let between = |a: &Place, b: &Place| pairs(scop, (a.of, a.access), (b.of, b.access));
    let after_writes: Vec<Vec<_>> = writes.iter().map(|a| writes.iter().map(|b| between(a, b)).collect()).collect();
    let mut found = Vec::new();
    for read in &reads {
        let before: Vec<Vec<(usize, Set)>> = writes.iter().map(|write| between(write, read)).collect();
        for (number, write) in writes.iter().enumerate() {
            for (level, pairs) in &before[number] {
                let mut left = Union::of(pairs)?;
                for (later, reaching) in std::iter::zip(&after_writes[number], &before) {
                    for (_, first) in later {
                        for (_, second) in reaching {
                            left = without_overwritten(left, first, second, write.of.depth())?;
                        }
                    }
                }
                found.extend(left.coalesced().parts().iter().map(|pairs| Dependence {
                    from: write.statement,
                    to: read.statement,
                    kind: Kind::Flow,
                    array,
                    level: *level,
                    pairs: pairs.clone(),
                }));
            }
        }
    }
    Some(found)
}

/// The pairs without those of which the first is before some instance, by `first`, that is before the second, by `second`.
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
    Some(left.difference(&Union::of(&both)?.project_out(n_first, n_between)?))
}
