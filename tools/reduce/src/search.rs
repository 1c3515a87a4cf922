//! Tries changes until none is left that can be made.

use rmlir::core::{Body, Context, OpRef, verify};
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_top::Registry;

use crate::changes::{Change, KINDS};
use crate::test::Test;

/// So many trials are made at the same time, each on a thread. More would often be made in vain, since what follows
/// a change that is kept has to be tried anew.
const TOGETHER: usize = 4;

/// What is reduced with.
pub struct Search<'s> {
    /// The dialects.
    pub registry: &'s Registry,
    /// What is interesting.
    pub test: &'s Test,
    /// Whether unregistered operations are allowed.
    pub allow_unregistered: bool,
}

/// What came out.
pub struct Reduced {
    /// The text.
    pub text: String,
    /// How often the test was made.
    pub n_tests: usize,
}

impl Search<'_> {
    /// The smallest text that was found; `Err` says why `text` is none to start with.
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

    /// Makes changes of one kind: first half of all at once, in the end one at a time.
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
                    // What comes after the place has the numbers of what is gone.
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

    /// For each of `starts` the text with the candidates from there on changed, if it is to be kept. On threads of their
    /// own: a test may run a tool in this process, which waits for the threads of the pool.
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

    /// The text with the candidates from `start` on changed, if it is smaller and right.
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

    /// How many candidates there are.
    fn count(&self, kind: &dyn Change, text: &str) -> usize {
        let cx = self.context();
        let Some(mut body) = read(&cx, text) else { return 0 };
        let mut n = 0;
        each_body(&mut body, &mut n, &mut |body, _| kind.count(body));
        n
    }

    /// The text after `change`, if it is right then.
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

/// Visits `body` and the bodies in it, each after those inside of it, so that a visit may drop what was visited before.
/// `visit` is given the number of the body's first candidate and gives how many it has; `next` counts them.
fn each_body<'c>(body: &mut Body<'c>, next: &mut usize, visit: &mut dyn FnMut(&mut Body<'c>, usize) -> usize) {
    for proxy in body.proxies() {
        if let Some(nested) = body.nested_mut(proxy) {
            each_body(nested, next, visit);
        }
        body.sync_proxy(proxy);
    }
    *next += visit(body, *next);
}
