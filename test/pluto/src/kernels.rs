//! The functions `@kernel` of PolyBench.

use rmlir::core::Context;
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir_polybench::kernel::{self, Kernel};

use crate::which::Which;

/// The selected kernels.
pub fn wanted(which: &Which) -> Vec<Kernel> {
    let all = kernel::read_all(&kernel::folder()).expect("the kernels are there");
    all.into_iter().filter(|kernel| which.kernels.is_empty() || which.kernels.contains(&kernel.name)).collect()
}

/// The module, with `@kernel` in it.
pub fn module<'c>(cx: &'c Context, text: String) -> Result<Box<Body<'c>>, String> {
    let said = |errors: Vec<Diagnostic>| errors.iter().map(ToString::to_string).collect::<String>();
    parse_verified(cx, "kernel.mlir", text).map_err(said)
}

/// The operation of the module that holds the body of the function `name`.
pub fn proxy(module: &Body, name: &str) -> OpId {
    let is_it = |op: &OpId| {
        let body = module.nested(*op);
        body.and_then(|body| body.symbol_name(body.root())).is_some_and(|symbol| symbol.str(module.cx()) == name)
    };
    module.proxies().into_iter().find(is_it).expect("the module has the function")
}
