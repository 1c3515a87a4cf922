//! Which functions passes have changed, so that the others can be handed back as they came.

use std::hash::{Hash, Hasher};

use rmlir::pass::{PassCx, PassResult};
use rmlir::prelude::*;
use rmlir::text::print::{PrintOptions, print};
use rmlir_func::{CallOp, FuncOp};
use rustc_hash::{FxHashMap, FxHasher};

/// The attribute with the state of a function: a hash of its text.
const STATE: &str = "raise.state";

/// The attribute of the functions that `affine-outline-regions` makes.
const OUTLINED: &str = "affine.outlined";

/// The attribute of functions that were not changed.
pub const UNCHANGED: &str = "raise.unchanged";

/// The attribute of functions that were changed.
pub const CHANGED: &str = "raise.changed";

/// Mark the functions that the passes in between do not change.
///
/// The first time, the state of each function is recorded, in the attribute `raise.state`. The second time, this is
/// compared with its state by then, and replaced by the attribute `raise.unchanged` or `raise.changed`: raising and
/// lowering a function that nothing has been gained for only loses facts, and a compiler does better with the original.
/// A function is changed if one of its regions is, which `affine-outline-regions` made functions of. The third and fourth
/// times are as the first and second ones; functions that were changed before remain marked as changed.
///
/// ```mlir
/// func.func @f(%a: i32) -> i32 attributes {raise.unchanged} {
///   return %a : i32
/// }
/// ```
#[pass(name = "raise-mark-unchanged", anchor = "builtin.module", depends(rmlir_func::Func))]
pub fn raise_mark_unchanged(cx: &mut PassCx) -> PassResult {
    let module = cx.body_mut();
    let mut functions = Vec::new();
    for proxy in module.proxies() {
        functions.extend(Function::take(module, proxy));
    }
    let is_second = functions.iter().any(|function| function.recorded.is_some());
    let by_name: FxHashMap<Ident, &Function> = functions.iter().map(|function| (function.name, function)).collect();
    for function in &functions {
        let callees = function.callees.iter().filter_map(|name| by_name.get(name));
        let is_same = function.is_same() && callees.filter(|callee| callee.is_outlined).all(|callee| callee.is_same());
        let body = module.nested_mut(function.proxy).expect("it was read from there");
        let (root, mut rw) = (body.root(), Rewriter::new(body));
        match is_second {
            true => mark(&mut rw, root, is_same),
            false => {
                let state = rw.cx().str_attr(&function.state);
                rw.set_attr(root, STATE, state);
            }
        }
    }
    Ok(())
}

/// Marks a function. One that was marked as changed remains so.
fn mark(rw: &mut Rewriter, function: OpId, is_same: bool) {
    if is_same && OpRef::new(rw, function).attr(CHANGED).is_none() {
        rw.set_attr(function, UNCHANGED, Attr::UNIT);
    } else {
        rw.remove_attr(function, UNCHANGED);
        rw.set_attr(function, CHANGED, Attr::UNIT);
    }
}

/// A function with a body.
struct Function {
    proxy: OpId,
    name: Ident,
    /// The state that was recorded before.
    recorded: Option<String>,
    /// The state now.
    state: String,
    /// Whether it was a region of another function.
    is_outlined: bool,
    /// The functions that it calls.
    callees: Vec<Ident>,
}

impl Function {
    /// The function behind `proxy`, whose recorded state is removed from it.
    fn take(module: &mut Body, proxy: OpId) -> Option<Self> {
        if !OpRef::new(module, proxy).is::<FuncOp>() {
            return None;
        }
        let body = module.nested_mut(proxy)?;
        let root = body.root();
        let recorded = Rewriter::new(body).remove_attr(root, STATE);
        let (cx, function) = (body.cx(), OpRef::root(body));
        if function.region(0).is_empty() {
            return None;
        }
        let mut callees = Vec::new();
        body.walk_preorder(root, |op| {
            callees.extend(OpRef::new(body, op).cast::<CallOp>().map(|call| call.callee(body)));
        });
        Some(Self {
            proxy,
            name: function.symbol_name()?,
            recorded: recorded.and_then(|state| state.as_str(cx)).map(str::to_owned),
            state: state(function),
            is_outlined: function.attr(OUTLINED).is_some(),
            callees,
        })
    }

    fn is_same(&self) -> bool {
        self.recorded.as_ref() == Some(&self.state)
    }
}

/// A hash of the text of a function.
fn state(function: OpRef) -> String {
    let options = PrintOptions { generic: true, local_scope: true, assume_verified: true, ..PrintOptions::default() };
    let mut hasher = FxHasher::default();
    print(function, &options).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
