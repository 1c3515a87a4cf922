//! Identification of payload.
//!
//! An operation is identified by its id in its body and the path to that body: the proxies from the body of the payload
//! root inwards. An isolated operation is identified by its proxy.

use rmlir::prelude::*;

/// An operation of the payload.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PayloadOp {
    /// The proxies on the path to the body.
    pub path: Vec<OpId>,
    /// The operation in the body at the end of the path.
    pub op: OpId,
}

/// A value of the payload.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PayloadValue {
    /// The proxies on the path to the body.
    pub path: Vec<OpId>,
    /// The value in the body at the end of the path.
    pub value: Value,
}

/// The mapping of a handle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mapped {
    /// Operations.
    Ops(Vec<PayloadOp>),
    /// Values.
    Values(Vec<PayloadValue>),
    /// Parameters.
    Params(Vec<Attr>),
}

impl From<Vec<PayloadOp>> for Mapped {
    fn from(ops: Vec<PayloadOp>) -> Mapped {
        Mapped::Ops(ops)
    }
}

impl From<Vec<PayloadValue>> for Mapped {
    fn from(values: Vec<PayloadValue>) -> Mapped {
        Mapped::Values(values)
    }
}

impl From<Vec<Attr>> for Mapped {
    fn from(params: Vec<Attr>) -> Mapped {
        Mapped::Params(params)
    }
}

impl Mapped {
    /// The number of operations, values or parameters.
    pub fn len(&self) -> usize {
        match self {
            Mapped::Ops(ops) => ops.len(),
            Mapped::Values(values) => values.len(),
            Mapped::Params(params) => params.len(),
        }
    }

    /// Whether the mapping is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements in `range`, fewer if there are fewer.
    pub fn part(&self, range: std::ops::Range<usize>) -> Mapped {
        fn cut<T: Clone>(list: &[T], range: std::ops::Range<usize>) -> Vec<T> {
            list.iter().skip(range.start).take(range.len()).cloned().collect()
        }
        match self {
            Mapped::Ops(ops) => Mapped::Ops(cut(ops, range)),
            Mapped::Values(values) => Mapped::Values(cut(values, range)),
            Mapped::Params(params) => Mapped::Params(cut(params, range)),
        }
    }

    /// Appends the elements of `other`, which has the same variant.
    pub fn extend(&mut self, other: Mapped) {
        match (self, other) {
            (Mapped::Ops(ops), Mapped::Ops(other)) => ops.extend(other),
            (Mapped::Values(values), Mapped::Values(other)) => values.extend(other),
            (Mapped::Params(params), Mapped::Params(other)) => params.extend(other),
            _ => unreachable!("handles of one type stand for things of one kind"),
        }
    }
}

/// Whether `outer` is `inner` or an ancestor of it; `top` is the body in which paths begin.
pub fn is_ancestor(top: &Body, outer: &PayloadOp, inner: &PayloadOp) -> bool {
    let Some(rest) = inner.path.strip_prefix(outer.path.as_slice()) else { return false };
    let body = body_at(top, &outer.path);
    let in_body = rest.first().copied().unwrap_or(inner.op);
    body.contains_op(outer.op) && body.contains_op(in_body) && body.is_ancestor(outer.op, in_body)
}

/// The body at the end of `path`.
pub fn body_at<'a, 'c>(top: &'a Body<'c>, path: &[OpId]) -> &'a Body<'c> {
    path.iter().fold(top, |body, &proxy| body.nested(proxy).expect("a path goes through proxies"))
}

/// The body at the end of `path`.
pub fn body_at_mut<'a, 'c>(top: &'a mut Body<'c>, path: &[OpId]) -> &'a mut Body<'c> {
    path.iter().fold(top, |body, &proxy| body.nested_mut(proxy).expect("a path goes through proxies"))
}

/// The body at the end of `path`, if the path is valid still.
pub fn find_body<'a, 'c>(top: &'a Body<'c>, path: &[OpId]) -> Option<&'a Body<'c>> {
    path.iter().try_fold(top, |body, &proxy| if body.contains_op(proxy) { body.nested(proxy) } else { None })
}
