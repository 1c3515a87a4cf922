//! What comes out is the same with any number of threads.
//!
//! `cargo run --release -p rmlir-properties -- threads 50` runs many more.

use rmlir_properties::threads::{PIPELINES, module, run};

#[test]
fn one_thread_and_eight_give_the_same_bytes() {
    let text = module(12);
    for (name, flags) in PIPELINES {
        let expected = run(&text, flags, 1);
        for _ in 0..3 {
            assert!(run(&text, flags, 8) == expected, "{name}");
        }
    }
}
