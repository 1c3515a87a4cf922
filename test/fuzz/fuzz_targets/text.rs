//! Any text through the whole tool: a result or a diagnostic; the printed text can be parsed again.
//!
//! The text printed after that may be shorter once, as in upstream: parsing simplifies affine expressions, and a
//! simplified one may be simplified again.
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
