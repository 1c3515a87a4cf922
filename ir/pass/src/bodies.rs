//! Working on a body together with the bodies nested in it.
//!
//! A pass runs on one body, and nested bodies are part of what it is to clean
//! up. They see nothing of each other, so they are taken out and worked on in
//! parallel, each before the body around it.

use rayon::prelude::*;
use rmlir_core::{Body, OpId};

/// Runs `work` on every body nested in `body`, at any depth, and at last on
/// `body`; each body comes after those nested in it. `collect` gets what `work`
/// gave, in program order of the bodies, inner before outer.
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
