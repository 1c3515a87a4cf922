//! Child bodies: those of isolated operations in this body.

use crate::arena::OpId;
use crate::body::Body;

/// The state of a tree of bodies; see [`Body::fingerprint`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint(Vec<(u32, u32)>);

impl<'c> Body<'c> {
    /// The body of the isolated operation `op`, if `op` is a proxy.
    #[inline]
    pub fn nested(&self, op: OpId) -> Option<&Body<'c>> {
        self.extra(op)?.nested.as_deref()
    }

    /// The body of the isolated operation `op`, if `op` is a proxy. After a
    /// change of the root's name call [`Self::sync_proxy`].
    #[inline]
    pub fn nested_mut(&mut self, op: OpId) -> Option<&mut Body<'c>> {
        let index = self.ops.get(op).extra;
        self.extras.get_mut(index as usize)?.nested.as_deref_mut()
    }

    /// All child bodies in unspecified order. After a change of a root's name call [`Self::sync_proxy`].
    #[inline]
    pub fn nested_bodies_mut(&mut self) -> impl Iterator<Item = &mut Body<'c>> {
        self.extras.iter_mut().filter_map(|extra| extra.nested.as_deref_mut())
    }

    /// The proxies of this body, in program order.
    pub fn proxies(&self) -> Vec<OpId> {
        let mut found: Vec<OpId> = Vec::new();
        if self.extras.iter().any(|extra| extra.nested.is_some()) {
            self.walk_preorder(self.root, |op| {
                if self.nested(op).is_some() {
                    found.push(op);
                }
            });
        }
        found
    }

    /// Detaches the child body of `op`, for work on another thread. Until [`Self::attach`], `op` has no visible
    /// attributes.
    #[inline]
    pub fn detach(&mut self, op: OpId) -> Box<Body<'c>> {
        self.touch();
        self.lend(op)
    }

    /// Attaches the child body of `op` again.
    #[inline]
    pub fn attach(&mut self, op: OpId, nested: Box<Body<'c>>) {
        self.touch();
        self.take_back(op, nested);
    }

    /// As [`Self::detach`], where this body is not read until [`Self::take_back`]: it does not count as a modification.
    #[inline]
    pub fn lend(&mut self, op: OpId) -> Box<Body<'c>> {
        self.extra_mut(op).nested.take().expect("only a proxy has a child body")
    }

    /// Reattaches the child body of `op` that was lent.
    #[inline]
    pub fn take_back(&mut self, op: OpId, nested: Box<Body<'c>>) {
        self.extra_mut(op).nested = Some(nested);
        self.sync_proxy(op);
    }

    /// Copies name and location of the nested root to the proxy `op`.
    pub fn sync_proxy(&mut self, op: OpId) {
        let nested = self.nested(op).expect("only a proxy has a child body");
        let (name, loc) = (nested.name(nested.root()), nested.loc(nested.root()));
        let data = self.ops.get_mut(op);
        if (data.name, data.loc) != (name, loc) {
            (data.name, data.loc) = (name, loc);
            self.touch();
        }
    }

    /// A fingerprint that is unchanged exactly as long as neither this body nor a body nested in it, at any depth, is
    /// modified. It is compared, never printed.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut versions = Vec::new();
        let mut pending = vec![self];
        while let Some(body) = pending.pop() {
            versions.push((body.number, body.version));
            pending.extend(body.extras.iter().filter_map(|extra| extra.nested.as_deref()));
        }
        Fingerprint(versions)
    }

    /// The number of operations, nested bodies included.
    #[inline]
    pub fn n_ops_deep(&self) -> usize {
        let nested: usize = self.extras.iter().filter_map(|extra| extra.nested.as_deref()).map(Body::n_ops_deep).sum();
        // A proxy and its root are one operation.
        let n_proxies = self.extras.iter().filter(|extra| extra.nested.is_some()).count();
        self.n_ops() - n_proxies + nested
    }
}
