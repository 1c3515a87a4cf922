//! Any text through the whole tool: a result or a diagnostic; what was printed reads back as the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rmlir_properties::entries::run;

fuzz_target!(|text: &str| {
    let first = run(text, &[]);
    assert!(first.code == 0 || !first.stderr.is_empty());
    if first.code == 0 {
        let second = run(&String::from_utf8_lossy(&first.stdout), &[]);
        assert_eq!((second.code, second.stdout), (0, first.stdout));
    }
});
