//! Any text as a pipeline: it is parsed or rejected, and a parsed one prints as itself.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rmlir_properties::entries::read_pipeline;

fuzz_target!(|text: &str| {
    if let Some(printed) = read_pipeline(text) {
        assert_eq!(read_pipeline(&printed), Some(printed));
    }
});
