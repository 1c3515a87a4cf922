//! Combination of elements of several vectors to one, by a tree of shuffles.
//!
//! The vectors are the leaves of a binary tree, in the order of the first occurrence of their elements. At the first
//! level pairs of vectors are shuffled so that each element is at its final position, up to an offset; further levels
//! only concatenate. All vectors of a level have one size. If the number of vectors is odd, the last one is shuffled
//! with itself.
//!
//! Notation: the *interval* of a vector is from the first to the last position in the result of its elements; positions
//! in a vector of the tree are relative to the start of its interval.

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir_vector::element::POISON_INDEX;
use rmlir_vector::*;

use super::of_benefit;
use crate::make::shuffle;

/// Lower `vector.to_elements` and `vector.from_elements` to a tree of `vector.shuffle` operations.
///
/// ```mlir
/// %0:2 = vector.to_elements %a : vector<2xf32>
/// %1:2 = vector.to_elements %b : vector<2xf32>
/// %2 = vector.from_elements %1#0, %0#1 : vector<2xf32>
/// // becomes
/// %2 = vector.shuffle %b, %a [0, 3] : vector<2xf32>, vector<2xf32>
/// ```
#[pass(
    name = "lower-vector-to-from-elements-to-shuffle-tree",
    title = "LowerVectorToFromElementsToShuffleTree",
    summary = "Lower `vector.to_elements` and `vector.from_elements` to a tree of `vector.shuffle` operations",
    anchor = "func.func"
)]
pub fn lower_vector_to_from_elements_to_shuffle_tree(cx: &mut PassCx) -> PassResult {
    cx.apply_greedily(patterns(1))
}

/// The pattern that creates a tree of shuffles.
pub fn patterns(benefit: u16) -> PatternSet {
    of_benefit(patterns![to_shuffle_tree], benefit)
}

/// A vector of the tree, with its interval.
#[derive(Clone)]
struct Node {
    value: Value,
    first: usize,
    last: usize,
    /// By position of the vector, whether there is an element; empty for leaves.
    filled: Vec<bool>,
}

/// The origin of an element: the index of a leaf, and the position there.
type Origin = (usize, i64);

/// The sources of `elements` in the order of first occurrence, and the origin of each element.
fn origins(body: &Body, elements: &[Value]) -> Option<(Vec<ToElementsOp>, Vec<Origin>)> {
    let (mut leaves, mut origins) = (Vec::new(), Vec::new());
    for &element in elements {
        let list = defining::<ToElementsOp>(body, element)?;
        let rmlir::core::ValueDefinition::Result(_, place) = body.value_def(element) else { return None };
        let leaf = leaves.iter().position(|leaf: &ToElementsOp| leaf.id() == list.id());
        let leaf = leaf.unwrap_or_else(|| {
            leaves.push(list);
            leaves.len() - 1
        });
        origins.push((leaf, i64::from(place)));
    }
    Some((leaves, origins))
}

#[pattern]
fn to_shuffle_tree(op: FromElementsOp, rw: &mut Rewriter) -> Match {
    let elements = op.elements(rw);
    if VectorType::at(rw, op.dest(rw)).rank() != 1 {
        return rw.no_match(op, "multi-dimensional output vectors are not supported yet");
    }
    let Some((leaves, origins)) = origins(rw, &elements) else { return rw.no_match(op, "unsupported sources") };
    if leaves.iter().any(|leaf| VectorType::at(rw, leaf.source(rw)).rank() != 1) {
        return rw.no_match(op, "multi-dimensional input vectors are not supported yet");
    }
    if leaves.len() == 1 && rw.results(leaves[0].id()) == elements {
        return rw.no_match(op, "trivial forwarding case does not require shuffling");
    }
    let mut level: Vec<Node> =
        leaves.iter().enumerate().map(|(leaf, list)| leaf_node(rw, leaf, *list, &origins)).collect();
    duplicate_last_if_odd(&mut level);
    let mut pairs: Vec<[usize; 2]> = (0..level.len() / 2).map(|pair| [2 * pair, 2 * pair + 1]).collect();
    if !leaves.len().is_multiple_of(2) {
        pairs.last_mut().expect("there is a leaf")[1] -= 1;
    }
    let n_elements = elements.len();
    let size = level_size(&level, n_elements);
    let permuted = level.chunks(2).zip(pairs).map(|(nodes, pair)| permute(rw, nodes, pair, &origins, size));
    let mut level: Vec<Node> = permuted.collect();
    while level.len() > 1 {
        duplicate_last_if_odd(&mut level);
        let size = level_size(&level, n_elements);
        level = level.chunks(2).map(|nodes| propagate(rw, nodes, size)).collect();
    }
    let result = level[0].value;
    rw.replace(op, [result])
}

fn leaf_node(body: &Body, leaf: usize, list: ToElementsOp, origins: &[Origin]) -> Node {
    let is_own = |origin: &Origin| origin.0 == leaf;
    let first = origins.iter().position(is_own).expect("a leaf gives an element");
    let last = origins.iter().rposition(is_own).expect("a leaf gives an element");
    Node { value: list.source(body), first, last, filled: Vec::new() }
}

fn duplicate_last_if_odd(level: &mut Vec<Node>) {
    if !level.len().is_multiple_of(2) {
        level.extend(level.last().cloned());
    }
}

/// The size of the vectors after combining the pairs of `level`: that of the longest interval, and that of the result
/// if there is one pair.
fn level_size(level: &[Node], n_elements: usize) -> usize {
    let interval = |pair: &[Node]| pair[0].last.max(pair[1].last) - pair[0].first + 1;
    if level.len() == 2 { n_elements } else { level.chunks(2).map(interval).max().unwrap_or(1) }
}

/// Adds the shuffle of two nodes with this mask to the tree.
fn join(rw: &mut Rewriter, nodes: &[Node], places: &[i64]) -> Node {
    let value = shuffle(rw, nodes[0].value, nodes[1].value, places);
    let last = nodes[0].last.max(nodes[1].last);
    Node { value, first: nodes[0].first, last, filled: places.iter().map(|&place| place != POISON_INDEX).collect() }
}

/// Shuffles two leaves, with the indices `pair`.
fn permute(rw: &mut Rewriter, nodes: &[Node], pair: [usize; 2], origins: &[Origin], size: usize) -> Node {
    let n_first = VectorType::at(rw, nodes[0].value).n_elements();
    let mut places = vec![POISON_INDEX; size];
    for (index, &(leaf, place)) in origins.iter().enumerate() {
        if leaf == pair[0] {
            places[index - nodes[0].first] = place;
        } else if leaf == pair[1] {
            places[index - nodes[0].first] = n_first + place;
        }
    }
    join(rw, nodes, &places)
}

/// Concatenates two vectors whose elements are in order.
fn propagate(rw: &mut Rewriter, nodes: &[Node], size: usize) -> Node {
    let offset = nodes[1].first - nodes[0].first;
    let n_first = nodes[0].filled.len();
    let mut places = vec![POISON_INDEX; size];
    for (place, _) in nodes[0].filled.iter().enumerate().filter(|(_, filled)| **filled) {
        places[place] = place as i64;
    }
    if nodes[0].value != nodes[1].value {
        for (place, _) in nodes[1].filled.iter().enumerate().filter(|(_, filled)| **filled) {
            places[place + offset] = (place + n_first) as i64;
        }
    }
    join(rw, nodes, &places)
}
