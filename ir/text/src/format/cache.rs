//! Compiled formats, cached in definitions.

use rmlir_core::opdef::DefCache;
use rmlir_core::opdef::format::FormatError;

/// What `cache` holds, made on first use.
pub(super) fn cached<T: Send + Sync>(
    cache: &'static DefCache,
    make: impl FnOnce() -> Result<T, FormatError>,
) -> &'static T {
    let program = cache.format.get_or_init(|| match make() {
        Ok(program) => Box::new(program),
        Err(why) => panic!("declarative formats compile: {why}"),
    });
    program.downcast_ref().expect("a definition's cache holds the program of its format")
}
