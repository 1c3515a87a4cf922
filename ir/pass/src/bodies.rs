//! Processing of a body together with its nested bodies.
//!
//! A pass is executed on one body, and nested bodies are part of its operation. They are independent of each other, so
//! they are detached and processed in parallel, each before its enclosing body.

use rayon::prelude::*;
use rmlir_core::{Body, OpId};

/// Applies `work` to every body nested in `body`, at any depth, and finally to `body`; each body follows its nested
/// ones. Returns the results of `work` in program order of the bodies, inner before outer.
pub fn over_bodies<R: Send>(body: &mut Body, work: &(impl Fn(&mut Body) -> R + Sync)) -> Vec<R> {
    let proxies = body.proxies();
    let mut results = Vec::new();
    if let &[only] = proxies.as_slice() {
        let nested = body.nested_mut(only).expect("a proxy has a body");
        results = over_bodies(nested, work);
        body.sync_proxy(only);
    } else if !proxies.is_empty() {
        let children: Vec<(OpId, Box<Body>)> = proxies.into_iter().map(|op| (op, body.lend(op))).collect();
        let run = |(op, mut child): (OpId, Box<_>)| {
            let results = over_bodies(&mut child, work);
            (op, child, results)
        };
        let done: Vec<(OpId, Box<Body>, Vec<R>)> = children.into_par_iter().map(run).collect();
        for (op, child, inner) in done {
            body.take_back(op, child);
            results.extend(inner);
        }
    }
    results.push(work(body));
    results
}
