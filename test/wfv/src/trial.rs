//! Functions lane by lane, and all lanes at once.
//!
//! The scalar function runs for each lane that is on, one after the other on the same memory; the variant runs once. Lanes
//! that are on have the same results, and all memory is the same.

use rmlir::core::dialect::Dialect;
use rmlir::core::{Body, Context, verify};
use rmlir::interp::compare::data_refines;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FaultKind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_ifconvert_compare::graphs::{Drawn, draw};
use rmlir_wfv_passes::linear::Next;
use rmlir_wfv_passes::plan::{Plan, callees};
use rmlir_wfv_passes::wfv::{Options, vectorize};

use crate::program::{ALIGNED, N_ROWS, ROW, ending, text};

/// A context with the dialects that functions and variants are written in.
pub fn context() -> Context {
    let dialects = [
        rmlir_builtin::Builtin::DEF,
        rmlir_func::Func::DEF,
        rmlir_arith::Arith::DEF,
        rmlir_cf::Cf::DEF,
        rmlir_math::Math::DEF,
        rmlir_scf::Scf::DEF,
        rmlir_ub::Ub::DEF,
        rmlir_memref::MemRef::DEF,
        rmlir_llvm::Llvm::DEF,
        rmlir_pvec::Pvec::DEF,
        rmlir_vector::Vector::DEF,
    ];
    rmlir::text::context(dialects.into_iter().collect())
}

/// The module that `source` is.
pub fn parsed<'c>(cx: &'c Context, source: &str) -> Result<Box<Body<'c>>, String> {
    parse_verified(cx, "f.mlir", source).map_err(|said| said.iter().map(ToString::to_string).collect())
}

/// Makes variants and verifies the module.
pub fn vectorized(module: &mut Body, options: Options) -> Result<(), String> {
    vectorize(module, options).map_err(|declined| format!("declined: '{}' {}", declined.name, declined.why))?;
    let mut said = String::new();
    let verified = verify::verify(module, &mut |_, error| said.push_str(&error.to_string()));
    verified.map_err(|_| said)
}

/// What trials came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Functions.
    pub functions: u64,
    /// Of these, how many have an irreducible cycle.
    pub irreducible: u64,
    /// Runs of variants that were compared.
    pub runs: u64,
    /// Inputs left out since a lane does not end well.
    pub left_out: u64,
    /// Branches that all lanes take together.
    pub uniform: u64,
    /// Of these still a branch.
    pub kept: u64,
    /// Branches at which lanes may part.
    pub divergent: u64,
    /// Functions that are wrong.
    pub wrong: u64,
}

/// Adds the function of `seed` to the counts; with so many inputs, each under several masks.
pub fn try_seed(seed: u64, drawn: Drawn, options: Options, n_inputs: u64, counts: &mut Counts) -> Result<(), String> {
    let width = options.width;
    let mut random = Random::new(seed);
    let lists = ending(draw(&mut random, drawn));
    let is_aligned = random.below(2) == 0;
    let source = text(&mut random, &lists, is_aligned);
    let cx = context();
    let mut module = parsed(&cx, &source)?;
    count_branches(&module, options, counts)?;
    vectorized(&mut module, options)?;
    let errors = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<String>();
    let program = Program::compile(&module, Settings::default()).map_err(errors)?;
    counts.functions += 1;
    for _ in 0..n_inputs {
        try_input(&mut random, &program, lists.len() as i64, is_aligned, width, counts)?;
    }
    Ok(())
}

/// Counts branches of `@f` by whether lanes take them together, and whether they are still there.
fn count_branches(module: &Body, options: Options, counts: &mut Counts) -> Result<(), String> {
    let width = options.width;
    let callees = callees(module, width);
    let name = |body: &Body| body.symbol_name(body.root()).map(|name| name.str(body.cx()).to_owned());
    let mut bodies = module.proxies().into_iter().filter_map(|op| module.nested(op));
    let body = bodies.find(|body| name(body).as_deref() == Some("f")).ok_or("there is no 'f'")?;
    let clauses = &callees["f"].clauses;
    let plan =
        Plan::new(body, clauses, width, options.skip).map_err(|declined| format!("declined: {}", declined.why))?;
    counts.irreducible += u64::from(!plan.lanes.cycles.is_reducible());
    for at in plan.linear.reached() {
        let rmlir_wfv_passes::linear::Place::Node(node) = plan.linear.places[at] else { continue };
        if plan.graph.edges[node as usize].len() < 2 {
            continue;
        }
        let is_divergent = plan.lanes.is_divergent[node as usize];
        counts.divergent += u64::from(is_divergent);
        counts.uniform += u64::from(!is_divergent);
        counts.kept += u64::from(!is_divergent && matches!(plan.linear.next[at], Some(Next::ByEdge(_))));
    }
    Ok(())
}

/// The arguments of `@f`; `first` is the first lane.
struct Input {
    first: i64,
    uniform: Data,
    lanes: Vec<Data>,
    memory: Vec<Data>,
}

/// The places of memory among the arguments, and that of divisors and of the log.
const MEMORY: usize = 3;
const DIV: usize = 2;
const LOG: usize = 3;

impl Input {
    fn draw(random: &mut Random, n_blocks: i64, is_aligned: bool, width: i64) -> Self {
        let mut number = |bits: u32| Data::int(32, (random.below(1 << bits) as i64) - (1 << (bits - 1)));
        let mut memref = |sizes: &[i64], zero: bool| Data::MemRef {
            sizes: sizes.to_vec(),
            elements: (0..sizes.iter().product()).map(|_| if zero { Data::int(32, 0) } else { number(6) }).collect(),
        };
        let memory = vec![
            memref(&[N_ROWS, ROW], false),
            memref(&[ROW], false),
            memref(&[N_ROWS, n_blocks], true),
            memref(&[N_ROWS, n_blocks], true),
            memref(&[N_ROWS, ROW], false),
            memref(&[4 * N_ROWS + 1], false),
            memref(&[n_blocks], true),
        ];
        let uniform = number(8);
        let lanes = (0..width).map(|_| number(8)).collect();
        let first = random.below((N_ROWS - width + 1) as u64) as i64;
        let first = if is_aligned { first / ALIGNED * ALIGNED } else { first };
        Self { first, uniform, lanes, memory }
    }

    fn arguments(&self, first: i64, x: Data) -> Vec<Data> {
        let mut arguments = vec![Data::int(64, first), self.uniform.clone(), x];
        arguments.extend(self.memory.iter().cloned());
        arguments
    }
}

/// Runs each lane that is on; the results by lane, and the memory. `None` if one does not end well.
fn one_by_one(program: &Program, input: &mut Input, mask: &[bool]) -> Option<Vec<Option<Vec<Data>>>> {
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let mut results = Vec::new();
    for (lane, &is_on) in mask.iter().enumerate() {
        if !is_on {
            results.push(None);
            continue;
        }
        let arguments = input.arguments(input.first + lane as i64, input.lanes[lane].clone());
        let outcome = program.run("f", &arguments, &limits).ok()?;
        input.memory = outcome.arguments[MEMORY..].to_vec();
        results.push(Some(outcome.results));
    }
    Some(results)
}

fn try_input(
    random: &mut Random,
    program: &Program,
    n_blocks: i64,
    is_aligned: bool,
    width: i64,
    counts: &mut Counts,
) -> Result<(), String> {
    let mut input = Input::draw(random, n_blocks, is_aligned, width);
    let start = input.memory.clone();
    // What no lane ran divides by zero.
    let ones = |memory: &Data, of: &dyn Fn(&Data) -> i64| match memory {
        Data::MemRef { sizes, elements } => {
            Data::MemRef { sizes: sizes.clone(), elements: elements.iter().map(|it| Data::int(32, of(it))).collect() }
        }
        other => other.clone(),
    };
    input.memory[DIV] = ones(&start[DIV], &|_| 1);
    if one_by_one(program, &mut input, &vec![true; width as usize]).is_none() {
        counts.left_out += 1;
        return Ok(());
    }
    let divisors = ones(&input.memory[LOG], &|count| i64::from(*count != Data::int(32, 0)));
    let first = input.first;
    for trial in 0..3 {
        // All lanes without a mask, few, many.
        let mask: Vec<bool> = (0..width).map(|_| trial == 0 || random.below(4) < [0, 1, 3][trial]).collect();
        input.memory = start.clone();
        input.memory[DIV] = divisors.clone();
        let before = input.memory.clone();
        let Some(results) = one_by_one(program, &mut input, &mask) else {
            counts.left_out += 1;
            return Ok(());
        };
        let expected = std::mem::replace(&mut input.memory, before);
        let mut arguments = input.arguments(first, Data::List(input.lanes.clone()));
        let aligned = if is_aligned { format!("a{ALIGNED}") } else { String::new() };
        let kind = if trial == 0 { 'N' } else { 'M' };
        let name = format!("_ZGV_LLVM_{kind}{width}l{aligned}uvuuuuuuu_f");
        if trial > 0 {
            arguments.push(Data::List(mask.iter().map(|&is_on| Data::Bits(is_on.into())).collect()));
        }
        let limits = Limits { steps: 10_000_000, ..Limits::default() };
        let outcome = match program.run(&name, &arguments, &limits) {
            Ok(outcome) => outcome,
            Err(trap) if trap.kind == FaultKind::Limit => return Err(format!("{name} does not end: {trap:?}")),
            Err(trap) => return Err(format!("{name}: {trap:?}")),
        };
        counts.runs += 1;
        compare(program, &name, &results, &expected, &outcome)?;
    }
    Ok(())
}

/// Holds what a variant came to against what lanes came to.
fn compare(
    program: &Program,
    name: &str,
    results: &[Option<Vec<Data>>],
    memory: &[Data],
    outcome: &Outcome,
) -> Result<(), String> {
    let function = program.function(name).ok_or("the variant was compiled")?;
    for (at, expected) in memory.iter().enumerate() {
        if !data_refines(expected, &outcome.arguments[MEMORY + at], &function.inputs[MEMORY + at]) {
            let difference = first_difference(expected, &outcome.arguments[MEMORY + at]);
            return Err(format!("{name}: memory {at} differs: {difference}"));
        }
    }
    let scalar = program.function("f").ok_or("the function was compiled")?;
    for (lane, expected) in results.iter().enumerate() {
        for (at, expected) in expected.iter().flatten().enumerate() {
            let Data::List(lanes) = &outcome.results[at] else {
                return Err(format!(
                    "{name}: result {at} is {:?}, not {expected:?} in lane {lane}",
                    outcome.results[at]
                ));
            };
            if !data_refines(expected, &lanes[lane], &scalar.outputs[at]) {
                return Err(format!("{name}: lane {lane} of result {at} is {:?}, not {expected:?}", lanes[lane]));
            }
        }
    }
    Ok(())
}

fn first_difference(expected: &Data, found: &Data) -> String {
    let (Data::MemRef { elements, .. }, Data::MemRef { elements: others, .. }) = (expected, found) else {
        return "it is something else".into();
    };
    let mut pairs = elements.iter().zip(others).enumerate();
    let different = pairs.find(|(_, (a, b))| a != b);
    different.map_or(String::new(), |(at, (a, b))| format!("element {at} is {b:?}, not {a:?}"))
}
