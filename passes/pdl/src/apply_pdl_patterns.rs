//! Patterns of a module are applied to the rest of it.

use std::sync::{Arc, OnceLock};

use rmlir::core::pattern::PatternRoot;
use rmlir::pass::{Pass, PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::rewrite::{FrozenPatterns, GreedyConfig, SimplifyRegions};
use rmlir_pdl::PatternOp;

use crate::matching;
use crate::native::Natives;
use crate::program::{self, Program};
use crate::rewriting;

/// Apply the patterns that the module describes with `pdl` to the rest of the module, to a fixed point.
///
/// The patterns are those in the module itself and in modules within it; they are removed. Of the functions that patterns
/// call by name, there is the constraint `is_unused`, which holds for an operation whose results have no users; a tool with
/// functions of its own makes patterns by `patterns_of`. Operations are folded, too; regions are left as they are. A match
/// begins at the operation that the rewrite names, or else at the last one of the pattern.
///
/// ```mlir
/// pdl.pattern @twice : benefit(1) {
///   %value = operand
///   %type = type
///   %root = operation "arith.addi"(%value, %value : !pdl.value, !pdl.value) -> (%type : !pdl.type)
///   rewrite %root {
///     %one = attribute = 1 : i32
///     %shift = operation "arith.constant" {"value" = %one} -> (%type : !pdl.type)
///     %by = result 0 of %shift
///     %new = operation "arith.shli"(%value, %by : !pdl.value, !pdl.value) -> (%type : !pdl.type)
///     replace %root with %new
///   }
/// }
/// ```
#[pass(name = "apply-pdl-patterns", anchor = "builtin.module", depends(rmlir_pdl::Pdl))]
pub struct ApplyPdlPatterns {
    /// Leave the patterns in the module
    keep: bool,
}

impl Pass for ApplyPdlPatterns {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let (patterns, failure) = match patterns_of(cx.body(), &Natives::standard()) {
            Ok(found) => found,
            Err(error) => {
                cx.emit(error);
                return cx.signal_failure();
            }
        };
        if !self.keep {
            remove(cx.body_mut());
        }
        let patterns = FrozenPatterns::new(cx.cx(), patterns);
        let config = GreedyConfig { simplify_regions: SimplifyRegions::Disabled, ..GreedyConfig::default() };
        let _ = cx.apply_patterns(&patterns, &config);
        match failure.error() {
            Some(error) => {
                cx.emit(error);
                cx.signal_failure()
            }
            None => Ok(()),
        }
    }
}

/// The first rewrite that could not be executed to its end. No pattern of the set applies any more then, and the IR is not
/// what the patterns say.
#[derive(Clone, Default)]
pub struct Failure(Arc<OnceLock<Diagnostic>>);

impl Failure {
    /// The error, about the operation that was matched, if there is one.
    pub fn error(&self) -> Option<Diagnostic> {
        self.0.get().cloned()
    }
}

/// The patterns in `body` and in the bodies within it, and where they report a failure.
///
/// ```
/// use rmlir::core::{DialectRegistry, OpRef};
/// use rmlir::rewrite::{FrozenPatterns, GreedyConfig, apply_patterns_greedily};
/// use rmlir::text::{parse::parse_verified, print::print};
/// use rmlir_pdl_passes::apply_pdl_patterns::patterns_of;
/// use rmlir_pdl_passes::native::{Entity, Natives};
/// let mut dialects = DialectRegistry::default();
/// dialects.add(<rmlir_builtin::Builtin as rmlir::core::Dialect>::DEF);
/// dialects.add(<rmlir_pdl::Pdl as rmlir::core::Dialect>::DEF);
/// let cx = rmlir::text::context(dialects);
/// cx.allow_unregistered(true);
/// let text = r#"
///   pdl.pattern : benefit(1) {
///     %root = operation "my.op"
///     %name = apply_native_constraint "name"(%root : !pdl.operation) : !pdl.attribute
///     rewrite %root {
///       %new = operation "my.other" {"was" = %name}
///       apply_native_rewrite "erase"(%root : !pdl.operation)
///     }
///   }
///   "my.op"() : () -> ()"#;
/// let mut module = parse_verified(&cx, "a.mlir", text).unwrap();
/// let mut natives = Natives::standard();
/// natives.constraint("name", |body, args| match args {
///     [Entity::Op(op)] => Some(vec![Entity::Attr(body.cx().str_attr(OpRef::new(body, *op).name_str()))]),
///     _ => None,
/// });
/// natives.rewrite("erase", |rw, args| {
///     if let [Entity::Op(op)] = args {
///         rw.erase(*op);
///     }
///     Vec::new()
/// });
/// let (patterns, failure) = patterns_of(&module, &natives).unwrap();
/// let patterns = FrozenPatterns::new(&cx, patterns);
/// apply_patterns_greedily(&mut module, &patterns, &GreedyConfig::default(), None).unwrap();
/// assert!(failure.error().is_none());
/// assert!(print(OpRef::root(&module), &Default::default()).contains(r#""my.other"() {was = "my.op"}"#));
/// ```
///
/// # Errors
/// A pattern calls a function that `natives` does not have.
pub fn patterns_of(body: &Body, natives: &Natives) -> Result<(PatternSet, Failure), Box<Diagnostic>> {
    let (mut set, failure) = (PatternSet::new(), Failure::default());
    add_patterns(body, natives, &mut set, &failure)?;
    Ok((set, failure))
}

fn add_patterns(
    body: &Body,
    natives: &Natives,
    set: &mut PatternSet,
    failure: &Failure,
) -> Result<(), Box<Diagnostic>> {
    for proxy in body.proxies() {
        let op = OpRef::new(body, proxy);
        match (op.is::<PatternOp>(), body.nested(proxy)) {
            (true, _) => _ = set.add(pattern(program::read(op, natives)?, failure.clone())),
            (false, Some(nested)) => add_patterns(nested, natives, set, failure)?,
            (false, None) => {}
        }
    }
    Ok(())
}

/// Erases the patterns in `body` and in the modules within it.
fn remove(body: &mut Body) {
    for proxy in body.proxies() {
        if OpRef::new(body, proxy).is::<PatternOp>() {
            Rewriter::new(body).erase(proxy);
        } else if let Some(nested) = body.nested_mut(proxy) {
            remove(nested);
            body.sync_proxy(proxy);
        }
    }
}

fn pattern(program: Program, failure: Failure) -> Pattern {
    let benefit = program.benefit;
    let apply = move |rw: &mut Rewriter, op: OpId| {
        if failure.0.get().is_some() {
            return Match::No;
        }
        let found = match matching::find(&program, rw, op) {
            Ok(found) => found,
            Err(reason) => return rw.no_match(op, reason),
        };
        let view = OpRef::new(rw, op);
        let (version, name, place) = (rw.version(), view.name_str().to_owned(), view.loc().place(rw.cx()));
        let Err(reason) = rewriting::execute(&program, rw, found) else { return Match::Yes };
        let message = format!("a pattern that matches this '{name}' cannot rewrite it: {reason}");
        let _ = failure.0.set(Diagnostic::error(place, message));
        if rw.version() == version { Match::No } else { Match::Yes }
    };
    Pattern::rooted(PatternRoot::Any, "pdl.pattern", apply).benefit(benefit)
}
