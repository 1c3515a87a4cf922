//! Texts whose memory may be released during parsing.

mod common;

use std::fmt::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use common::context;
use rmlir_diag::{MappedText, Sink};
use rmlir_text::parse::{ParseOptions, parse};

/// The numbers of threads.
const THREADS: [usize; 2] = [1, 3];

/// The number of operations.
const N_OPS: usize = 100_000;

/// A text that records releases.
struct Noting {
    text: String,
    given_back: Arc<Mutex<Vec<Range<usize>>>>,
}

impl MappedText for Noting {
    fn text(&self) -> &str {
        &self.text
    }

    fn dont_need(&self, range: Range<usize>) {
        self.given_back.lock().expect("nobody panics with it").push(range);
    }
}

/// One body with many distinct names.
fn large() -> String {
    let mut text = String::from("%0 = \"t.a\"() : () -> i32\n");
    for number in 1..N_OPS {
        writeln!(text, "%{number} = \"t.b\"(%{}) {{n = {number} : i64}} : (i32) -> i32", number / 2).expect("memory");
    }
    text
}

#[test]
fn all_but_the_end_is_given_back_once() {
    let text = large();
    for n_threads in THREADS {
        let given_back = Arc::new(Mutex::new(Vec::new()));
        let cx = context();
        let mapped = Noting { text: text.clone(), given_back: given_back.clone() };
        let source = cx.sources().add_mapped("mapped", Box::new(mapped)).expect("there is room");
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads can be made");
        let mut sink = Sink::new();
        let body = pool.install(|| parse(&cx, source, 0..text.len(), &ParseOptions::default(), &mut sink));
        let body = body.unwrap_or_else(|| panic!("{:?}", sink.into_diagnostics()));
        assert_eq!(body.n_ops(), N_OPS + 1, "with the module");
        let mut end = 0;
        for range in given_back.lock().expect("nobody panicked").iter() {
            assert_eq!(range.start, end, "{n_threads} threads");
            end = range.end;
        }
        assert!((1 << 21..text.len()).contains(&end), "{end} of {} by {n_threads} threads", text.len());
    }
}
