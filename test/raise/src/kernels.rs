//! The kernels of PolyBench/C, raised from C, against the same kernels written in MLIR.
//!
//! Both are normalized as for PLuTo, with loops that start at 0. Then they are the same if they have the same statements:
//! with equal iteration domains at the same positions, and accesses to the same elements in each iteration. That implies
//! the same schedules and dependences. Elements are compared by their position in memory, since the shape of an array is
//! not part of LLVM IR; arrays correspond by their first accesses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rmlir::affine_maps::AffineExpr;
use rmlir::core::Context;
use rmlir::prelude::*;
use rmlir::text::parse::parse_verified;
use rmlir::text::print::{PrintOptions, print};
use rmlir_affine_passes::analysis::access::MemRefAccess;
use rmlir_affine_passes::analysis::nest::enclosing_fors;
use rmlir_opt::Registry;
use rmlir_pluto_passes::extract::{Assumptions, Extracted, extract, loads_of};
use rmlir_pluto_passes::planned::normal;
use rmlir_polybench::kernel::{self, Kernel};
use rmlir_polyhedral::Set;
use rmlir_presburger::Union;

use crate::trial::run;

/// The options for clang: the sizes of the small data set are constants, and arrays do not alias.
const OPTIONS: [&str; 5] =
    ["-w", "-fno-math-errno", "-DSMALL_DATASET", "-DPOLYBENCH_USE_SCALAR_LB", "-DPOLYBENCH_USE_RESTRICT"];

/// Prints the normal forms of a kernel: the one in MLIR, then the raised one.
///
/// # Errors
/// The sources or the kernel are not there, or it is not raised entirely.
pub fn show(registry: &Registry, sources: &Path, name: &str) -> Result<bool, String> {
    let kernels = kernel::read_all(&kernel::folder())?;
    let kernel = kernels.iter().find(|kernel| kernel.name == name).ok_or(format!("no kernel '{name}'"))?;
    let raised = raised(registry, kernel, sources)?;
    let of_body =
        |statements: &Statements| println!("{}", print(OpRef::root(&statements.body), &PrintOptions::default()));
    both(registry, kernel, &raised, |written, raised| [written, raised].into_iter().for_each(of_body))?;
    Ok(true)
}

/// Prints for each kernel whether it is raised entirely, and whether it is the same as the one in MLIR; returns whether at
/// least `minimum` are both.
///
/// # Errors
/// The sources are not there, or a tool fails.
pub fn compare(registry: &Registry, sources: &Path, minimum: usize) -> Result<bool, String> {
    let (mut n_raised, mut n_same) = (0, 0);
    let kernels = kernel::read_all(&kernel::folder())?;
    for kernel in &kernels {
        let raised = raised(registry, kernel, sources)?;
        match both(registry, kernel, &raised, |written, raised| written.difference(raised)) {
            Err(why) => println!("{:16} {why}", kernel.name),
            Ok(difference) => {
                n_raised += 1;
                n_same += usize::from(difference.is_none());
                println!("{:16} {}", kernel.name, difference.as_deref().unwrap_or("the same"));
            }
        }
    }
    println!("{n_raised} of {} kernels are raised to affine entirely, {n_same} are the same", kernels.len());
    Ok(n_same >= minimum)
}

/// The file of this name in a folder, at any depth.
pub(crate) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    let here = entries.iter().find(|path| path.file_name().is_some_and(|file| file == name)).cloned();
    here.or_else(|| entries.iter().filter(|path| path.is_dir()).find_map(|path| find(path, name)))
}

/// The module of a kernel's C file, raised. The kernel is kept apart from the function that calls it.
fn raised(registry: &Registry, kernel: &Kernel, sources: &Path) -> Result<Vec<u8>, String> {
    let utilities = find(sources, "polybench.h").ok_or("the sources of PolyBench/C are not there: no polybench.h")?;
    let include = utilities.parent().expect("files are in folders");
    let source = find(sources, &format!("{}.c", kernel.name)).ok_or(format!("no source of {}", kernel.name))?;
    let failed = |error: std::io::Error| format!("{}: {error}", source.display());
    let folder = tempfile::tempdir().map_err(failed)?;
    let text = fs::read_to_string(&source).map_err(failed)?;
    let apart = folder.path().join("kernel.c");
    fs::write(&apart, text.replace("static\nvoid kernel_", "__attribute__((noinline))\nvoid kernel_"))
        .map_err(failed)?;
    let mut clang = Command::new("clang-22");
    clang.args(OPTIONS).args(["-ffp-contract=off", "-S", "-emit-llvm", "-o", "-"]).args(rmlir_cc::FRONT_END);
    clang.arg("-I").arg(include).arg("-I").arg(source.parent().expect("files are in folders")).arg(apart);
    let imported = rmlir_translate::tool::run(registry, &["--import-llvm".to_owned()], run(&mut clang)?.as_bytes());
    transformed(registry, &imported.stdout, "raise-llvm-to-affine,func.func(affine-loop-normalize)")
}

/// The module after these passes.
fn transformed(registry: &Registry, module: &[u8], passes: &str) -> Result<Vec<u8>, String> {
    let args = ["-".to_owned(), format!("--pass-pipeline=builtin.module({passes})")];
    let found = rmlir_opt::opt::run(registry, &args, module);
    match found.code {
        0 => Ok(found.stdout),
        _ => Err(String::from_utf8_lossy(&found.stderr).into_owned()),
    }
}

/// What `compared` returns of the statements of a kernel in MLIR and of the raised one. An error if that is not raised
/// entirely.
fn both<R>(
    registry: &Registry,
    kernel: &Kernel,
    raised: &[u8],
    compared: impl FnOnce(&Statements, &Statements) -> R,
) -> Result<R, String> {
    let written = transformed(registry, kernel.text.as_bytes(), "func.func(affine-loop-normalize)")?;
    let (left, right) = (Context::new(registry.dialects.clone()), Context::new(registry.dialects.clone()));
    let written = Statements::of(&left, &written, "kernel")?;
    let raised = Statements::of(&right, raised, &format!("kernel_{}", kernel.name.replace('-', "_")))?;
    Ok(compared(&written, &raised))
}

/// The statements of a kernel.
struct Statements<'c> {
    body: Box<Body<'c>>,
    extracted: Extracted,
}

impl<'c> Statements<'c> {
    fn of(cx: &'c Context, text: &[u8], function: &str) -> Result<Self, String> {
        let text = String::from_utf8_lossy(text).into_owned();
        let module = parse_verified(cx, "kernel.mlir", text).map_err(|errors| format!("{} errors", errors.len()))?;
        let is_it = |op: &OpId| {
            let body = module.nested(*op);
            body.and_then(|body| body.symbol_name(body.root())).is_some_and(|name| name.str(cx) == function)
        };
        let proxy = module.proxies().into_iter().find(is_it).ok_or(format!("no function {function}"))?;
        let body = normal(module.nested(proxy).expect("it was found by its body"));
        let extracted = extract(&body, Assumptions { noalias_arguments: true }).map_err(|why| why.why.to_string())?;
        Ok(Self { body, extracted })
    }

    /// The first difference; `None` if the kernels are the same.
    fn difference(&self, other: &Statements) -> Option<String> {
        let (n, n_other) = (self.extracted.stores.len(), other.extracted.stores.len());
        if n != n_other {
            return Some(format!("{n} statements are {n_other}"));
        }
        let mut arrays: Vec<(usize, usize)> = Vec::new();
        (0..n).find_map(|at| {
            let (a, b) = (&self.extracted.scop.statements[at], &other.extracted.scop.statements[at]);
            if a.place != b.place || !is_equal(&a.domain, &b.domain) {
                return Some(format!("statement {at} has another domain or position"));
            }
            let (accesses, mut others) = (self.accesses(at), other.accesses(at));
            let mut is_same = accesses.len() == others.len();
            for (array, element) in accesses.into_iter().rev() {
                let found = others.iter().rposition(|it| it.1 == element && correspond(&mut arrays, array, it.0));
                is_same &= found.map(|found| others.remove(found)).is_some();
            }
            (!is_same).then(|| format!("statement {at} accesses other elements"))
        })
    }

    /// The arrays and positions in memory that a statement accesses: what it reads, without repetitions, then what it writes.
    fn accesses(&self, statement: usize) -> Vec<(usize, AffineExpr)> {
        let body = &*self.body;
        let store = self.extracted.stores[statement];
        let loops: Vec<Value> = enclosing_fors(body, store).iter().map(|loop_| loop_.induction_var(body)).collect();
        let mut found = Vec::new();
        let operands: Vec<Value> = body.operands(store).collect();
        for op in loads_of(body, &operands).into_iter().chain([store]) {
            let access = MemRefAccess::new(body, op).expect("loads and stores are accesses");
            let array = self.extracted.arrays.iter().position(|&array| array == access.memref);
            let array = array.expect("all arrays were extracted");
            let position = (array, position(body, &access, &loops));
            if op == store || !found.contains(&position) {
                found.push(position);
            }
        }
        found
    }
}

/// The position of an element in memory, in terms of the loops around.
fn position(body: &Body, access: &MemRefAccess, loops: &[Value]) -> AffineExpr {
    let (map, operands) = access.map(body);
    let index = |value: &Value| loops.iter().position(|loop_| loop_ == value).expect("sizes are constants") as u32;
    let dims: Vec<AffineExpr> = operands.iter().map(|value| AffineExpr::dim(index(value))).collect();
    let shape = body.ty(access.memref).shape(body.cx()).expect("memrefs have shapes");
    let mut stride = 1;
    let mut sum = AffineExpr::constant(0);
    for (result, &size) in std::iter::zip(map.results(), shape).rev() {
        sum = sum + result.replace_dims_and_symbols(&dims, &[]) * stride;
        stride *= size.max(1);
    }
    sum.simplify(loops.len() as u32, 0)
}

/// Whether both arrays correspond to each other, or to none yet.
fn correspond(arrays: &mut Vec<(usize, usize)>, a: usize, b: usize) -> bool {
    match arrays.iter().find(|(left, right)| *left == a || *right == b) {
        Some(&pair) => pair == (a, b),
        None => {
            arrays.push((a, b));
            true
        }
    }
}

fn is_equal(a: &Set, b: &Set) -> bool {
    if a.n_dims() != b.n_dims() {
        return false;
    }
    match (Union::of(a), Union::of(b)) {
        (Some(a), Some(b)) => a.is_subset(&b) && b.is_subset(&a),
        _ => false,
    }
}
