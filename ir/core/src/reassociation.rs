//! Reassociations: which dimensions of one shape together are one dimension of
//! another, as operations state it that expand and collapse shapes.
//!
//! A reassociation is a list of groups, one for each dimension of the collapsed
//! shape; a group lists neighbouring dimensions of the expanded shape.

use crate::attrs::Attr;
use crate::context::Context;
use crate::mixed_index::n_dynamic;
use crate::types::DYNAMIC;

/// The dimensions that are collapsed into one.
pub type Group = Vec<i64>;

/// The groups that an attribute `[[0, 1], [2]]` states.
pub fn groups_of(cx: &Context, attr: Attr) -> Vec<Group> {
    let group = |attr: &Attr| attr.as_array(cx).unwrap_or_default().iter().filter_map(|dim| dim.as_i64(cx)).collect();
    attr.as_array(cx).unwrap_or_default().iter().map(group).collect()
}

/// The attribute `[[0, 1], [2]]` of these groups.
pub fn groups_attr(cx: &Context, groups: &[Group]) -> Attr {
    let group = |group: &Group| cx.array_attr(&group.iter().map(|&dim| cx.i64_attr(dim)).collect::<Vec<_>>());
    cx.array_attr(&groups.iter().map(group).collect::<Vec<_>>())
}

/// The reassociation of the composition of two reshapes of the same direction.
pub fn compose(producer: &[Group], consumer: &[Group]) -> Option<Vec<Group>> {
    let (large, small) = match producer.len().cmp(&consumer.len()) {
        std::cmp::Ordering::Equal => return None,
        std::cmp::Ordering::Less => (consumer, producer),
        std::cmp::Ordering::Greater => (producer, consumer),
    };
    if small.is_empty() {
        return Some(Vec::new());
    }
    if small.iter().map(Vec::len).sum::<usize>() != large.len() {
        return None;
    }
    let merged = |group: &Group| -> Option<Group> {
        let mut all = Vec::new();
        for &index in group {
            all.extend(large.get(usize::try_from(index).ok()?)?);
        }
        Some(all)
    };
    small.iter().map(merged).collect()
}

/// For each of the `coarse` groups, the `fine` groups that it unites.
pub fn unite(fine: &[Group], coarse: &[Group]) -> Option<Vec<Group>> {
    let mut next = 0;
    let mut united = Vec::new();
    for group in coarse {
        let mut members = Vec::new();
        while let Some(last) = fine.get(next).map(|fine| fine.last()) {
            if last > group.last() {
                return None;
            }
            members.push(next as i64);
            next += 1;
            if last == group.last() {
                break;
            }
        }
        united.push(members);
    }
    Some(united)
}

/// The reassociation that collapses `from` to `to`, given that both collapse to the same shape, by `from_groups` and
/// `to_groups`.
pub fn collapsing(from_groups: &[Group], to_groups: &[Group], from: &[i64], to: &[i64]) -> Option<Vec<Group>> {
    if from_groups.is_empty() {
        return for_collapse(from, to);
    }
    let part = |shape: &[i64], group: &Group| -> Option<Vec<i64>> {
        group.iter().map(|&dim| shape.get(dim as usize).copied()).collect()
    };
    let mut all = Vec::new();
    for (from_group, to_group) in from_groups.iter().zip(to_groups) {
        let (from, to) = (part(from, from_group)?, part(to, to_group)?);
        if n_dynamic(&from) >= 2 && n_dynamic(&to) >= 2 {
            return None;
        }
        let first = *from_group.first()?;
        if from.len() == to.len() {
            if from != to {
                return None;
            }
            all.extend((0..from.len() as i64).map(|index| vec![first + index]));
            continue;
        }
        let groups = for_collapse(&from, &to)?;
        all.extend(groups.into_iter().map(|group| group.into_iter().map(|dim| first + dim).collect::<Group>()));
    }
    Some(all)
}

/// Returns whether a reshape to `shape` by `groups` is the inverse of one from `shape` by `inverse`, where the
/// intermediate shape has rank `rank_between`.
pub fn is_taken_back(shape: &[i64], groups: &[Group], inverse: &[Group], rank_between: usize) -> bool {
    if n_dynamic(shape) < 2 {
        return true;
    }
    let has_one_unknown =
        |group: &Group| group.iter().filter(|&&dim| shape.get(dim as usize) == Some(&DYNAMIC)).count() < 2;
    groups == inverse && (shape.len() < rank_between || groups.iter().all(has_one_unknown))
}

/// Neighbouring dimensions, both ends included.
#[derive(Clone, Copy, Debug)]
struct Span {
    first: usize,
    last: usize,
}

impl Span {
    fn group(self) -> Group {
        (self.first as i64..=self.last as i64).collect()
    }

    /// The dimensions that are in one of the two only.
    fn difference(self, other: Span) -> Vec<usize> {
        let inside = |span: Span, dim: usize| (span.first..=span.last).contains(&dim);
        let all = self.first.min(other.first)..=self.last.max(other.last);
        all.filter(|&dim| inside(self, dim) != inside(other, dim)).collect()
    }
}

/// The reassociation that collapses `source` to `target`, if it is unique up to the assignment of dimensions of size 1.
///
/// Groups are computed from the left and from the right; the two have to agree.
pub fn for_collapse(source: &[i64], target: &[i64]) -> Option<Vec<Group>> {
    if source.len() <= target.len() {
        return None;
    }
    if target.is_empty() {
        return source.iter().all(|&size| size == 1 || size == DYNAMIC).then(Vec::new);
    }
    let forward = spans(source, target)?;
    let backward = {
        let reversed = |shape: &[i64]| shape.iter().rev().copied().collect::<Vec<_>>();
        let n = source.len() - 1;
        let mut found = spans(&reversed(source), &reversed(target))?;
        found.reverse();
        found.iter().map(|span| Span { first: n - span.last, last: n - span.first }).collect::<Vec<_>>()
    };
    let agree = |(&left, &right): (&Span, &Span)| left.difference(right).into_iter().all(|dim| source[dim] == 1);
    if !forward.iter().zip(&backward).all(agree) {
        return None;
    }
    Some(forward.into_iter().map(Span::group).collect())
}

/// The spans of `source` for each dimension of `target`, computed from the left; each is as short as possible, the last
/// one is the whole rest.
fn spans(source: &[i64], target: &[i64]) -> Option<Vec<Span>> {
    let mut found: Vec<Span> = Vec::with_capacity(target.len());
    let mut start = 0;
    for (index, &size) in target.iter().enumerate() {
        let is_last = index + 1 == target.len();
        let span = match size {
            DYNAMIC => dynamic_span(source, start, is_last)?,
            _ => static_span(source, start, size, is_last)?,
        };
        if span.first > start {
            // Skipped dimensions belong to the previous dimension, which has to be dynamic.
            let previous = index.checked_sub(1).filter(|&previous| target[previous] == DYNAMIC)?;
            found[previous].last = span.first - 1;
        }
        start = span.last + 1;
        found.push(span);
    }
    (start == source.len()).then_some(found)
}

fn dynamic_span(source: &[i64], start: usize, take_all: bool) -> Option<Span> {
    let last = (start..source.len()).find(|&dim| source[dim] == DYNAMIC)?;
    Some(Span { first: start, last: if take_all { source.len() - 1 } else { last } })
}

/// The first adjacent dimensions whose sizes have the product `wanted`.
fn static_span(source: &[i64], start: usize, wanted: i64, take_all: bool) -> Option<Span> {
    let mut span = Span { first: start, last: start };
    let mut product: i64 = 1;
    loop {
        let size = *source.get(span.last)?;
        if size == DYNAMIC {
            product = 1;
            span = Span { first: span.last + 1, last: span.last + 1 };
            continue;
        }
        product = product.saturating_mul(size);
        while product > wanted && span.first < span.last {
            product /= source[span.first].max(1);
            span.first += 1;
        }
        if product == wanted {
            break;
        }
        span.last += 1;
    }
    while take_all && source.get(span.last + 1) == Some(&1) {
        span.last += 1;
    }
    Some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapsing_is_found_where_it_is_unique() {
        assert_eq!(for_collapse(&[2, 3, 4], &[6, 4]), Some(vec![vec![0, 1], vec![2]]));
        assert_eq!(for_collapse(&[DYNAMIC, 1, 4], &[DYNAMIC, 4]), Some(vec![vec![0], vec![1, 2]]));
        assert_eq!(for_collapse(&[DYNAMIC, DYNAMIC, DYNAMIC], &[DYNAMIC, DYNAMIC]), None);
        assert_eq!(for_collapse(&[1, 1], &[]), Some(vec![]));
        assert_eq!(for_collapse(&[2, 3], &[5]), None);
    }

    #[test]
    fn composing_merges_groups() {
        let (fine, coarse) = (vec![vec![0], vec![1, 2], vec![3]], vec![vec![0, 1], vec![2]]);
        assert_eq!(compose(&fine, &coarse), Some(vec![vec![0, 1, 2], vec![3]]));
    }
}
