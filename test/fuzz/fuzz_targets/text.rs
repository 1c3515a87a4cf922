//! Any text through the whole tool: a result or a diagnostic; what was printed reads back.
//!
//! The text read back may print shorter once, as it does upstream: reading simplifies affine expressions, and what is
//! simplified may be simplified again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rmlir_properties::entries::run;

fuzz_target!(|text: &str| {
    let first = run(text, &[]);
    assert!(first.code == 0 || !first.stderr.is_empty());
    if first.code == 0 {
        let second = run(&String::from_utf8_lossy(&first.stdout), &[]);
        assert_eq!(second.code, 0);
        let third = run(&String::from_utf8_lossy(&second.stdout), &[]);
        assert_eq!((third.code, third.stdout), (0, second.stdout));
    }
});
