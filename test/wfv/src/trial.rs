//! Functions executed lane by lane, and for all lanes at once.
//!
//! The scalar function is executed for each active lane, one after the other on the same memory; the variant is
//! executed once. Active lanes have the same results, and all memory is the same. The linear order is checked against
//! the traces of lanes as well, see [`crate::walk`], and branches of the variant are counted: uniform branches are
//! preserved.

use derive_more::{AddAssign, Display};
use rmlir::core::dialect::Dialect;
use rmlir::core::{Body, Context, verify};
use rmlir::interp::compare::data_refines;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FaultKind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_ifconvert_compare::graphs::{Graphs, draw};
use rmlir_wfv_passes::analysis::linear::{Next, Place};
use rmlir_wfv_passes::analysis::plan::{Plan, callees};
use rmlir_wfv_passes::options::Options;
use rmlir_wfv_passes::wfv::vectorize;

use crate::program::{ALIGNED, N_ROWS, ROW, TURNED, ending, text};
use crate::walk::{Orders, Trace, Tracer, nodes_by_site};

/// A context with the dialects of functions and variants.
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

/// Parses `source`.
pub fn parsed<'c>(cx: &'c Context, source: &str) -> Result<Box<Body<'c>>, String> {
    parse_verified(cx, "f.mlir", source).map_err(|said| said.iter().map(ToString::to_string).collect())
}

/// Generates variants and verifies the module.
pub fn vectorized(module: &mut Body, options: Options) -> Result<(), String> {
    vectorize(module, options).map_err(|declined| format!("declined: '{}' {}", declined.name, declined.why))?;
    verified(module)
}

/// Verifies the module.
pub fn verified(module: &Body) -> Result<(), String> {
    let mut said = String::new();
    verify::verify(module, &mut |_, error| said.push_str(&error.to_string())).map_err(|_| said)
}

/// Figures over functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign, Display)]
#[display(
    "{functions} functions ({irreducible} irreducible), {runs} runs ({left_out} inputs left out); {divergent} divergent branches, {uniform} uniform ones, {kept} of these kept; {blocks} blocks run, {blocks_in_full} without branches"
)]
pub struct Counts {
    /// Functions.
    pub functions: u64,
    /// The number of those with an irreducible cycle.
    pub irreducible: u64,
    /// The number of compared executions of variants.
    pub runs: u64,
    /// Inputs that were skipped since a lane does not end normally.
    pub left_out: u64,
    /// Uniform branches.
    pub uniform: u64,
    /// The number of those that are still branches.
    pub kept: u64,
    /// Divergent branches.
    pub divergent: u64,
    /// The number of blocks executed for all masks together.
    pub blocks: u64,
    /// The same number without any preserved branch.
    pub blocks_in_full: u64,
}

/// Adds the function of `seed` to the counts; with `n_inputs` inputs, each under several masks.
pub fn try_seed(seed: u64, graphs: Graphs, options: Options, n_inputs: u64, counts: &mut Counts) -> Result<(), String> {
    let width = options.width;
    let mut random = Random::new(seed);
    let lists = ending(draw(&mut random, graphs));
    let is_aligned = random.below(2) == 0;
    let source = text(&mut random, &lists, is_aligned);
    let cx = context();
    let mut module = parsed(&cx, &source)?;
    vectorized(&mut module, options)?;
    let errors = |errors: Vec<_>| errors.iter().map(ToString::to_string).collect::<String>();
    let program = Program::compile(&module, Settings::default()).map_err(errors)?;
    let clauses = &callees(&module, width)["f"].clauses;
    let orders = Orders::new(function(&module, "f")?, clauses, width, options.skip)?;
    let kept = count_branches(&orders.plan, counts);
    let tried =
        Tried { program: &program, nodes: nodes_by_site(&program, &orders.plan.graph), orders, is_aligned, width };
    // Regions for few or for all active lanes add branches.
    let is_as_planned = options.few == 0 && options.coherent == 0;
    for kind in ['N', 'M'].into_iter().filter(|_| is_as_planned) {
        check_branches(function(&module, &tried.variant(kind))?, &tried.orders.plan, kept + u64::from(kind == 'M'))?;
    }
    counts.functions += 1;
    for _ in 0..n_inputs {
        tried.input(&mut random, counts)?;
    }
    Ok(())
}

/// The function of this name.
fn function<'b, 'c>(module: &'b Body<'c>, wanted: &str) -> Result<&'b Body<'c>, String> {
    let name = |body: &Body| body.symbol_name(body.root()).map(|name| name.str(body.cx()).to_owned());
    let mut bodies = module.proxies().into_iter().filter_map(|op| module.nested(op));
    bodies.find(|body| name(body).as_deref() == Some(wanted)).ok_or_else(|| format!("there is no '{wanted}'"))
}

/// Counts branches by whether they are uniform, and whether they are preserved in the order; returns the number of
/// preserved ones.
fn count_branches(plan: &Plan, counts: &mut Counts) -> u64 {
    counts.irreducible += u64::from(!plan.lanes.cycles.is_reducible());
    let mut n_kept = 0;
    for at in plan.linear.reached() {
        let Place::Node(node) = plan.linear.places[at] else { continue };
        if plan.graph.edges[node as usize].len() < 2 {
            continue;
        }
        let is_divergent = plan.lanes.is_divergent[node as usize];
        counts.divergent += u64::from(is_divergent);
        counts.uniform += u64::from(!is_divergent);
        n_kept += u64::from(!is_divergent && matches!(plan.linear.next[at], Some(Next::ByEdge(_))));
    }
    counts.kept += n_kept;
    n_kept
}

/// Compares a variant with its plan: it has a branch for each preserved uniform branch, of which there are `n_kept`,
/// and one for each test of a mask.
fn check_branches(variant: &Body, plan: &Plan, n_kept: u64) -> Result<(), String> {
    let n_questions = plan.linear.next.iter().filter(|next| matches!(next, Some(Next::Test { .. }))).count() as u64;
    let mut n_branches = 0;
    for block in variant.blocks(variant.region(variant.root(), 0)) {
        let n_ways = variant.last_op(block).map_or(0, |last| variant.successors(last).count());
        n_branches += u64::from(n_ways > 1);
    }
    match n_branches == n_kept + n_questions {
        true => Ok(()),
        false => Err(format!("a variant has {n_branches} branches, not {n_kept} and {n_questions} questions")),
    }
}

/// The arguments of `@f`; `first` is the first lane.
struct Input {
    first: i64,
    uniform: Data,
    lanes: Vec<Data>,
    memory: Vec<Data>,
}

/// The positions of memory, of divisors and of the log among the arguments.
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
            memref(&[TURNED], false),
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

/// The results of each active lane.
type Results = Vec<Option<Vec<Data>>>;

/// A function with its variants.
struct Tried<'p, 'a> {
    program: &'p Program,
    /// By site of the program: the node whose terminator it is.
    nodes: Vec<Option<rmlir::analysis::cfg::Node>>,
    orders: Orders<'a>,
    is_aligned: bool,
    width: i64,
}

impl Tried<'_, '_> {
    /// The name of the variant with (`M`) or without (`N`) a mask.
    fn variant(&self, kind: char) -> String {
        let aligned = if self.is_aligned { format!("a{ALIGNED}") } else { String::new() };
        format!("_ZGV_LLVM_{kind}{}l{aligned}uvuuuuuuuu_f", self.width)
    }

    /// Executes each active lane, one after the other, on the memory of `input`; returns the results by lane, and the
    /// traces of the executed ones. `None` if one does not end normally.
    fn one_by_one(&self, input: &mut Input, mask: &[bool]) -> Option<(Results, Vec<Trace>)> {
        let limits = Limits { steps: 100_000, ..Limits::default() };
        let (mut results, mut traces) = (Vec::new(), Vec::new());
        for (lane, &is_on) in mask.iter().enumerate() {
            if !is_on {
                results.push(None);
                continue;
            }
            let arguments = input.arguments(input.first + lane as i64, input.lanes[lane].clone());
            let mut tracer = Tracer::new(&self.nodes);
            let outcome = self.program.run_watched("f", &arguments, &limits, Some(&mut tracer)).ok()?;
            input.memory = outcome.arguments[MEMORY..].to_vec();
            results.push(Some(outcome.results));
            traces.push(tracer.trace);
        }
        Some((results, traces))
    }

    /// Tests all lanes without a mask, few, and many.
    fn input(&self, random: &mut Random, counts: &mut Counts) -> Result<(), String> {
        let n_blocks = self.orders.plan.graph.region.blocks.len() as i64;
        let mut input = Input::draw(random, n_blocks, self.is_aligned, self.width);
        let start = input.memory.clone();
        // The divisors of blocks that no lane executes are zero.
        let ones = |memory: &Data, of: &dyn Fn(&Data) -> i64| match memory {
            Data::MemRef { sizes, elements } => {
                let elements = elements.iter().map(|it| Data::int(32, of(it))).collect();
                Data::MemRef { sizes: sizes.clone(), elements }
            }
            other => other.clone(),
        };
        input.memory[DIV] = ones(&start[DIV], &|_| 1);
        if self.one_by_one(&mut input, &vec![true; self.width as usize]).is_none() {
            counts.left_out += 1;
            return Ok(());
        }
        let divisors = ones(&input.memory[LOG], &|count| i64::from(*count != Data::int(32, 0)));
        for trial in 0..3 {
            let mask: Vec<bool> = (0..self.width).map(|_| trial == 0 || random.below(4) < [0, 1, 3][trial]).collect();
            input.memory = start.clone();
            input.memory[DIV] = divisors.clone();
            let kind = if trial == 0 { 'N' } else { 'M' };
            if !self.mask(&mut input, &mask, kind, counts)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Tests the lanes of `mask` with the variant of this kind; returns whether the lanes end normally one by one.
    fn mask(&self, input: &mut Input, mask: &[bool], kind: char, counts: &mut Counts) -> Result<bool, String> {
        let before = input.memory.clone();
        let Some((results, traces)) = self.one_by_one(input, mask) else {
            counts.left_out += 1;
            return Ok(false);
        };
        // With an empty mask nothing is executed, which is tested first.
        if !traces.is_empty() {
            let [n_run, n_full] = self.orders.walk(&traces)?;
            counts.blocks += n_run;
            counts.blocks_in_full += n_full;
        }
        let expected = std::mem::replace(&mut input.memory, before);
        let mut arguments = input.arguments(input.first, Data::List(input.lanes.clone()));
        let name = self.variant(kind);
        if kind == 'M' {
            arguments.push(Data::List(mask.iter().map(|&is_on| Data::Bits(is_on.into())).collect()));
        }
        let limits = Limits { steps: 10_000_000, ..Limits::default() };
        let outcome = match self.program.run(&name, &arguments, &limits) {
            Ok(outcome) => outcome,
            Err(trap) if trap.kind == FaultKind::Limit => return Err(format!("{name} does not end: {trap:?}")),
            Err(trap) => return Err(format!("{name}: {trap:?}")),
        };
        counts.runs += 1;
        compare(self.program, &name, &results, &expected, &outcome)?;
        Ok(true)
    }
}

/// Compares the results of a variant with those of the lanes.
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
