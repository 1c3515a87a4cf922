//! A session: a text is parsed, a pipeline runs on it, and the result is printed.

use rmlir_ir::core::{Body, Context, OpRef};
use rmlir_ir::diag::{Diagnostic, Plain};
use rmlir_ir::pass::PassManager;
use rmlir_ir::pass::pipeline::parse;
use rmlir_ir::text::parse::parse_verified;
use rmlir_ir::text::print::{PrintOptions, print};
use rmlir_opt::Registry;

/// A context with the dialects of a registry, and the passes of that registry.
///
/// Diagnostics are values: each function returns those that it emits, and [`Session::render`] converts them to text.
///
/// ```
/// use rmlir::Session;
///
/// let session = Session::new();
/// let text = "func.func @f(%a: i32) -> i32 {
///   %zero = arith.constant 0 : i32
///   %sum = arith.addi %a, %zero : i32
///   return %sum : i32
/// }";
/// let mut module = session.parse("f.mlir", text).expect("the text is correct");
/// session.run(&mut module, "builtin.module(func.func(canonicalize))").expect("the pipeline succeeds");
/// assert_eq!(
///     session.print(&module),
///     "module {\n  func.func @f(%arg0: i32) -> i32 {\n    return %arg0 : i32\n  }\n}\n"
/// );
///
/// let errors = session.parse("g.mlir", "func.func @g() { arith.adi }").err().expect("the name is misspelt");
/// assert!(session.render(&errors).starts_with("g.mlir:1:18: error: custom op 'arith.adi' is unknown"));
/// ```
pub struct Session {
    registry: Registry,
    context: Context,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session with every dialect and pass of rmlir.
    pub fn new() -> Self {
        Self::with(Registry::everything())
    }

    /// A session with the dialects and passes of `registry`.
    pub fn with(registry: Registry) -> Self {
        let context = rmlir_ir::text::context(registry.dialects.clone());
        Self { registry, context }
    }

    /// The context that owns types, attributes, locations and sources.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The dialects and passes.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Parses and verifies `text`, which is called `name` in diagnostics. A text without a module is put into one.
    ///
    /// # Errors
    /// All diagnostics, if the text is not correct.
    pub fn parse(&self, name: &str, text: &str) -> Result<Box<Body<'_>>, Vec<Diagnostic>> {
        parse_verified(&self.context, name, text)
    }

    /// Runs a pipeline such as `builtin.module(func.func(canonicalize,cse))` on `body`, and verifies after each pass.
    /// Returns the warnings and remarks.
    ///
    /// # Errors
    /// All diagnostics, if the text of the pipeline is not correct or a pass fails.
    pub fn run(&self, body: &mut Body, pipeline: &str) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let parsed = parse(pipeline, &self.registry.passes);
        let parsed = parsed.map_err(|error| vec![error.diagnostic(self.context.sources(), pipeline)])?;
        PassManager::new(parsed).run_for_diagnostics(body)
    }

    /// The text of `body`.
    pub fn print(&self, body: &Body) -> String {
        print(OpRef::root(body), &PrintOptions::default())
    }

    /// The text of diagnostics, with their lines of source, as the tools write it.
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let mut text = Vec::new();
        let written = Plain::new(self.context.sources()).load_missing().write_all(diagnostics, &mut text);
        written.expect("writing to memory does not fail");
        String::from_utf8_lossy(&text).into_owned()
    }
}
