//! Greedy search over candidates until no change is possible.

use rmlir::core::{Body, Context, OpRef, verify};
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_opt::Registry;

use crate::changes::{Change, KINDS};
use crate::test::Test;

/// The number of concurrent trials, each on a thread. More would often be wasted, since all trials after a committed
/// change have to be repeated.
const TOGETHER: usize = 4;

/// The inputs of a reduction.
pub struct Search<'s> {
    /// The dialects.
    pub registry: &'s Registry,
    /// The interestingness test.
    pub test: &'s Test,
    /// Whether unregistered operations are allowed.
    pub allow_unregistered: bool,
}

/// The result of a reduction.
pub struct Reduced {
    /// The text.
    pub text: String,
    /// The number of executions of the test.
    pub n_tests: usize,
}

impl Search<'_> {
    /// Reduces `text` to the smallest interesting text that was found; `Err` is the reason why `text` itself is not
    /// interesting.
    pub fn reduce(&self, text: &str) -> Result<Reduced, String> {
        let start = self.changed(text, &|_| ()).ok_or("the module is not right by itself")?;
        let mut reduced = Reduced { text: start, n_tests: 1 };
        if !self.test.is_interesting(&reduced.text)? {
            return Err("the module is not interesting to start with".to_owned());
        }
        loop {
            let before = reduced.text.len();
            for kind in KINDS {
                self.reduce_by(*kind, &mut reduced)?;
            }
            if reduced.text.len() == before {
                return Ok(reduced);
            }
        }
    }

    /// Applies changes of one kind: first half of the candidates at once, in the end one at a time.
    fn reduce_by(&self, kind: &dyn Change, reduced: &mut Reduced) -> Result<(), String> {
        let mut length = self.count(kind, &reduced.text);
        while length > 0 {
            let mut at = 0;
            loop {
                let n = self.count(kind, &reduced.text);
                let starts: Vec<usize> = (at..n).step_by(length).take(TOGETHER).collect();
                let Some(&last) = starts.last() else { break };
                let kept = self.try_all(kind, &reduced.text, &starts, length);
                reduced.n_tests += starts.len();
                at = match kept?.into_iter().enumerate().find_map(|(index, text)| Some((index, text?))) {
                    // The candidates after the removed ones now have the indices of those.
                    Some((index, text)) => {
                        reduced.text = text;
                        starts[index]
                    }
                    None => last + length,
                };
            }
            length /= 2;
        }
        Ok(())
    }

    /// For each of `starts` the text with `length` candidates from there on changed, if it is to be committed. The
    /// trials run on new threads: a test may run a tool in this process, which waits for the threads of the pool.
    fn try_all(
        &self,
        kind: &dyn Change,
        text: &str,
        starts: &[usize],
        length: usize,
    ) -> Result<Vec<Option<String>>, String> {
        let try_one = |start: usize| match self.trial(kind, text, start, length) {
            Some(changed) => Ok(self.test.is_interesting(&changed)?.then_some(changed)),
            None => Ok(None),
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = starts.iter().map(|&start| scope.spawn(move || try_one(start))).collect();
            threads.into_iter().map(|thread| thread.join().map_err(|_| "a trial panicked".to_owned())?).collect()
        })
    }

    /// The text with `length` candidates from `start` on changed, if it is smaller and verifies.
    fn trial(&self, kind: &dyn Change, text: &str, start: usize, length: usize) -> Option<String> {
        let changed = self.changed(text, &|body| {
            each_body(body, &mut 0, &mut |body, first| {
                let n = kind.count(body);
                let range = start.max(first)..(start + length).min(first + n);
                if !range.is_empty() {
                    kind.apply(body, range.start - first..range.end - first);
                }
                n
            });
        })?;
        let size = |text: &str| (text.lines().count(), text.len());
        (size(&changed) < size(text)).then_some(changed)
    }

    /// The number of candidates.
    fn count(&self, kind: &dyn Change, text: &str) -> usize {
        let cx = self.context();
        let Some(mut body) = read(&cx, text) else { return 0 };
        let mut n = 0;
        each_body(&mut body, &mut n, &mut |body, _| kind.count(body));
        n
    }

    /// The text after `change`, if it verifies.
    fn changed(&self, text: &str, change: &dyn Fn(&mut Body)) -> Option<String> {
        let cx = self.context();
        let mut body = read(&cx, text)?;
        change(&mut body);
        verify::verify(&body, &mut |_, _| {}).ok()?;
        let mut changed = print(OpRef::root(&body), &PrintOptions::default());
        changed.push('\n');
        Some(changed)
    }

    fn context(&self) -> Context {
        let cx = rmlir::text::context(self.registry.dialects.clone());
        cx.allow_unregistered(self.allow_unregistered);
        cx
    }
}

fn read<'c>(cx: &'c Context, text: &str) -> Option<Box<Body<'c>>> {
    parse_verified(cx, "reduced.mlir", text).ok()
}

/// Visits `body` and the bodies nested in it in postorder, so that a visit may drop bodies that were visited before.
/// `visit` takes the index of the body's first candidate and returns the number of its candidates; `next` is their
/// running total.
fn each_body<'c>(body: &mut Body<'c>, next: &mut usize, visit: &mut dyn FnMut(&mut Body<'c>, usize) -> usize) {
    for proxy in body.proxies() {
        if let Some(nested) = body.nested_mut(proxy) {
            each_body(nested, next, visit);
        }
        body.sync_proxy(proxy);
    }
    *next += visit(body, *next);
}
