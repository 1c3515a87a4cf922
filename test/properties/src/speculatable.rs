//! Speculatable operations never end an execution: each of those in the case files is executed alone on corner
//! operands.
//!
//! Plan: 1. every operation of the case files that is executable and speculatable is copied into a new function: its
//! operands that are constants or computed from constants alone are copied with it, the other operands become
//! arguments; 2. if it is speculatable there as well, the function is executed on combinations of corner operands,
//! including poison; 3. an execution with undefined behaviour is a failure: the operation is undefined for some
//! operands, although it is speculatable.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rmlir::core::clone::CloneMap;
use rmlir::core::effects::is_speculatable;
use rmlir::core::traits::TraitSet;
use rmlir::core::{Body, Context, DYNAMIC, OpRef, ValueRef};
use rmlir::interp::eval::Eval;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FaultKind, Kind, Limits, Program, Settings};
use rmlir::num::FloatKind;

use crate::entries;

/// The maximum number of operand combinations for each operation.
const MOST_RUNS: usize = 400;

/// The maximum number of different operations of one name.
const MOST_OF_A_NAME: usize = 60;

/// The results.
#[derive(Default)]
pub struct Checked {
    /// The names of the executed operations.
    pub names: BTreeSet<&'static str>,
    /// The number of operations.
    pub n_ops: usize,
    /// The number of executions.
    pub n_runs: usize,
    /// The failures, by the name of the operation.
    pub mistakes: BTreeMap<&'static str, String>,
}

/// Checks the operations of the case files `texts`.
pub fn check(texts: &[String]) -> Checked {
    let mut checked = Checked::default();
    let mut seen: BTreeMap<&'static str, BTreeSet<String>> = BTreeMap::new();
    for text in texts.iter().flat_map(|text| text.split("// -----")) {
        let cx = entries::context();
        let Ok(body) = entries::read(&cx, text) else { continue };
        let mut found = Vec::new();
        collect(&body, &mut |op| found.extend(alone(&cx, op)));
        for (name, text) in found {
            let known = seen.entry(name).or_default();
            if known.len() < MOST_OF_A_NAME && known.insert(text.clone()) {
                check_one(name, &text, &mut checked);
            }
        }
    }
    checked
}

/// Calls `visit` with every operation that is speculatable and executable.
fn collect(body: &Body, visit: &mut dyn FnMut(OpRef)) {
    OpRef::root(body).walk_preorder(|op| {
        let is_asked = op.n_results() > 0 && !op.has(TraitSet::TERMINATOR) && op.interface::<dyn Eval>().is_some();
        if is_asked && !op.has(TraitSet::CONSTANT_LIKE) && is_speculatable(op) {
            visit(op);
        }
    });
}

/// A module with a function that executes `op` alone, as text; `None` if it cannot be isolated.
fn alone(cx: &Context, op: OpRef) -> Option<(&'static str, String)> {
    let name = op.def()?.name;
    let mut inputs = Vec::new();
    let mut constants = Vec::new();
    let mut waiting: Vec<ValueRef> = op.operands().collect();
    op.walk_preorder(|inner| waiting.extend(inner.operands()));
    for value in waiting {
        let is_inside = op.body.is_defined_inside(op.id, value.id);
        let constant = value.defining_op().filter(|def| def.has(TraitSet::CONSTANT_LIKE) && def.n_results() == 1);
        match constant {
            _ if is_inside => {}
            Some(constant) if !constants.contains(&constant.id) => constants.push(constant.id),
            Some(_) => {}
            None if !inputs.contains(&value.id) => inputs.push(value.id),
            None => {}
        }
    }
    let types = |values: Vec<String>| values.join(", ");
    let params = inputs.iter().enumerate().map(|(at, &value)| format!("%a{at}: {}", cx.show_type(op.body.ty(value))));
    let results: Vec<String> = op.results().map(|result| cx.show_type(result.ty())).collect();
    let poison = results.iter().enumerate().map(|(at, ty)| format!("%p{at} = ub.poison : {ty}\n"));
    let names = (0..results.len()).map(|at| format!("%p{at}"));
    let text = format!(
        "func.func @f({}) -> ({}) {{\n{}return {} : {}\n}}",
        types(params.collect()),
        types(results.clone()),
        poison.collect::<String>(),
        types(names.collect()),
        types(results.clone())
    );
    let mut module = entries::read(cx, &text).ok()?;
    let &[function] = module.proxies().as_slice() else { return None };
    let body = module.nested_mut(function)?;
    let block = body.entry(body.region(body.root(), 0))?;
    let last = body.last_op(block)?;
    let mut map = CloneMap::default();
    for (&input, &arg) in inputs.iter().zip(body.args(block).to_vec().iter()) {
        map.values.insert(input, arg);
    }
    for def in constants.into_iter().chain([op.id]) {
        let copy = body.clone_op_from(op.body, def, &mut map);
        body.insert_before(last, copy);
    }
    let given: Vec<_> = op.results().map(|result| map.value(result.id)).collect();
    body.set_operands(last, &given);
    let is_still = OpRef::new(body, body.prev_op(last)?);
    let is_still = is_speculatable(is_still);
    module.sync_proxy(function);
    is_still.then(|| (name, entries::write(&module, true)))
}

fn check_one(name: &'static str, text: &str, checked: &mut Checked) {
    let cx = entries::context();
    let Ok(body) = entries::read(&cx, text) else { return };
    let Ok(program) = Program::compile_entry(&body, "f", Settings::default()) else { return };
    let Some(function) = program.function("f") else { return };
    let corners: Option<Vec<Vec<Data>>> = function.inputs.iter().map(corners).collect();
    let Some(corners) = corners else { return };
    let mut random = Random::new(1);
    let total = corners.iter().fold(1usize, |total, list| total.saturating_mul(list.len()));
    let limits = Limits { steps: 100_000, bytes: 1 << 20, ..Limits::default() };
    checked.names.insert(name);
    checked.n_ops += 1;
    for number in 0..total.min(MOST_RUNS) {
        let mut rest = number;
        let mut chosen = Vec::new();
        for list in &corners {
            let at = if total <= MOST_RUNS { rest % list.len() } else { random.below(list.len() as u64) as usize };
            rest /= list.len();
            chosen.push(list[at].clone());
        }
        checked.n_runs += 1;
        let run = || program.run("f", &chosen, &limits);
        let wrong = match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Err(trap)) if matches!(trap.kind, FaultKind::Undefined | FaultKind::Stopped) => Some(trap.to_string()),
            Ok(_) => None,
            Err(_) => Some("the interpreter panics".to_owned()),
        };
        if let Some(wrong) = wrong {
            let shown = chosen.iter().zip(&function.inputs).map(|(data, kind)| data.show(kind));
            let shown = shown.collect::<Vec<_>>().join(", ");
            checked.mistakes.entry(name).or_insert_with(|| format!("{wrong}\non ({shown})\n{text}"));
            return;
        }
    }
}

/// Boundary values of a kind; `None` for kinds that cannot be arguments.
fn corners(kind: &Kind) -> Option<Vec<Data>> {
    let mut found = match kind {
        Kind::Int(width) => {
            let bits = (*width).clamp(1, 64);
            let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
            let mut numbers = vec![0, 1, -1, least, most, 2, i64::from(bits), i64::from(bits) - 1];
            numbers.retain(|&number| (least..=most).contains(&number) || *width == 1);
            numbers.into_iter().map(|number| Data::int(*width, number)).collect()
        }
        Kind::Index => {
            [0, 1, -1, 2, 3, 4, 5, 8, 64, i64::MIN, i64::MAX].into_iter().map(|number| Data::int(64, number)).collect()
        }
        Kind::Float(float) => floats(*float),
        Kind::Pointer => vec![Data::Bits(0), Data::Buffer(vec![Some(1); 16])],
        Kind::MemRef(of) | Kind::Tensor(of) => {
            let elements = corners(&of.element)?;
            let shapes: Vec<Vec<i64>> = match &of.shape {
                None => vec![vec![], vec![3], vec![2, 0], vec![2, 3]],
                Some(shape) if shape.contains(&DYNAMIC) => {
                    let open =
                        |open: i64| shape.iter().map(|&size| if size == DYNAMIC { open } else { size }).collect();
                    [0, 1, 3, 5].map(open).to_vec()
                }
                Some(shape) => vec![shape.clone()],
            };
            let n_rotations = elements.len().min(4);
            let filled = |sizes: &Vec<i64>| {
                let n = sizes.iter().product::<i64>().clamp(0, 1 << 12);
                let sizes = sizes.clone();
                let elements = elements.clone();
                (0..n_rotations).map(move |first| {
                    let element = |at: i64| elements[(first + at as usize) % elements.len()].clone();
                    Data::MemRef { sizes: sizes.clone(), elements: (0..n).map(element).collect() }
                })
            };
            shapes.iter().filter(|sizes| sizes.iter().product::<i64>() <= 1 << 12).flat_map(filled).collect()
        }
        Kind::Function | Kind::Opaque => return None,
        _ => {
            let n = kind.n_parts();
            let parts: Vec<Vec<Data>> = (0..n).map(|at| corners(kind.part(at)?)).collect::<Option<_>>()?;
            let n_rotations = parts.iter().map(Vec::len).max().unwrap_or(1);
            let of = |first: usize, step: usize| {
                let part = |at: usize| parts[at][(first + at * step) % parts[at].len()].clone();
                Data::List((0..n).map(part).collect())
            };
            (0..n_rotations).flat_map(|first| [of(first, 0), of(first, 1)]).collect()
        }
    };
    found.push(Data::Poison);
    Some(found)
}

fn floats(kind: FloatKind) -> Vec<Data> {
    let numbers = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e300, 1e-320, 0.5];
    numbers.into_iter().map(|number| Data::float(kind, number)).collect()
}
