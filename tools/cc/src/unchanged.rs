//! Functions that no pass has changed: they are compiled as they were imported.

use rmlir::core::{Body, Context, Ident, OpRef, Rewriter};
use rmlir::diag::Sink;
use rmlir::text::parse::{ParseOptions, parse_text};
use rmlir::text::print::{PrintOptions, print};
use rmlir_opt::Registry;
use rmlir_raise_passes::mark_unchanged::{CHANGED, UNCHANGED};

/// The module `optimized` with the functions marked as unchanged as they are in `imported`. `None` if no function is
/// marked as changed.
///
/// # Errors
/// The first message of the parser, which says that the printer has a mistake.
pub(crate) fn restore(registry: &Registry, imported: &[u8], optimized: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let cx = rmlir::text::context(registry.dialects.clone());
    let mut original = parse(&cx, imported)?;
    let mut module = parse(&cx, optimized)?;
    let mut n_changed = 0;
    for proxy in module.proxies() {
        let Some(name) = OpRef::new(&module, proxy).symbol_name() else { continue };
        let Some(function) = module.nested_mut(proxy) else { continue };
        let root = function.root();
        let mut rw = Rewriter::new(function);
        n_changed += usize::from(rw.remove_attr(root, CHANGED).is_some());
        if rw.remove_attr(root, UNCHANGED).is_some()
            && let Some(body) = take(&mut original, name)
        {
            module.detach(proxy);
            module.attach(proxy, body);
        }
    }
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    Ok((n_changed > 0).then(|| print(OpRef::root(&module), &options).into_bytes()))
}

fn take<'c>(module: &mut Body<'c>, name: Ident) -> Option<Box<Body<'c>>> {
    let proxies = module.proxies();
    let proxy = proxies.into_iter().find(|&proxy| OpRef::new(module, proxy).symbol_name() == Some(name))?;
    Some(module.detach(proxy))
}

fn parse<'c>(cx: &'c Context, text: &[u8]) -> Result<Box<Body<'c>>, String> {
    let source = cx.sources().add("<module>", text).map_err(|error| error.to_string())?;
    let mut sink = Sink::new();
    let parsed = parse_text(cx, source, 0..text.len(), &ParseOptions::default(), &mut sink);
    let message = || sink.into_diagnostics().first().map_or_else(String::new, |first| first.message.to_string());
    parsed.map(|parsed| parsed.body).ok_or_else(message)
}
