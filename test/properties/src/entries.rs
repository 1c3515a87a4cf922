//! The entry points of rmlir for random input.

/// Operations with static definitions.
pub use rmlir::core::builder::Op;
use rmlir::core::opdef::{DefCache, OpDef};
use rmlir::core::{Body, Context, OpRef};
use rmlir::diag::Diagnostic;
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir::{pass, text};
use rmlir_odd::Odd;
use rmlir_opt::{Registry, opt, tool};

/// Every dialect and pass, and the odd dialect.
pub fn registry() -> Registry {
    let mut registry = Registry::everything();
    registry.register::<Odd>();
    registry
}

/// A context with every dialect that accepts unregistered operations.
pub fn context() -> Context {
    let cx = text::context(registry().dialects);
    cx.allow_unregistered(true);
    cx
}

/// Parses and verifies `text`; the error is the messages.
pub fn read<'c>(cx: &'c Context, text: &str) -> Result<Box<Body<'c>>, String> {
    let messages = |said: Vec<Diagnostic>| said.iter().map(|said| said.message.as_str()).collect::<Vec<_>>().join("\n");
    parse_verified(cx, "random.mlir", text).map_err(messages)
}

/// The text of `body`, in custom or generic form.
pub fn write(body: &Body, generic: bool) -> String {
    print(OpRef::root(body), &PrintOptions { generic, debug_info: true, ..PrintOptions::default() })
}

/// The whole tool on `text`: output and exit code.
pub fn run(text: &str, flags: &[&str]) -> tool::ToolOutput {
    let mut args: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    args.extend(["--allow-unregistered-dialect", "-"].map(str::to_owned));
    opt::run(&registry(), &args, text.as_bytes())
}

/// Reads and checks `spec` as the format of a type without parameters.
pub fn compile_format(spec: &str) -> Result<(), String> {
    // Tables have static lifetime, so these are leaked.
    let spec: &'static str = Box::leak(spec.to_owned().into_boxed_str());
    text::format::read_params_format(&[], spec).map(|_| ()).map_err(|error| error.to_string())
}

/// Compiles `spec` as the format of an operation with the fields of `like`.
pub fn compile_op_format(like: &'static OpDef, spec: &str) -> Result<(), String> {
    let spec: &'static str = Box::leak(spec.to_owned().into_boxed_str());
    let format = text::format::read_op_format(like, spec).map_err(|error| error.to_string())?;
    let def: &'static OpDef = Box::leak(Box::new(OpDef { format, cache: DefCache::new(), ..*like }));
    text::format::compile_op(def).map(|_| ()).map_err(|error| error.to_string())
}

/// Parses `text` as a pipeline; returns its printed form if it is one.
pub fn read_pipeline(text: &str) -> Option<String> {
    let registry = registry();
    pass::pipeline::parse(text, &registry.passes).ok().map(|pipeline| pipeline.to_string())
}
