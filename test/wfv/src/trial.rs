//! Functions lane by lane, and all lanes at once.
//!
//! The scalar function runs for each lane that is on, one after the other on the same memory; the variant runs once. Lanes
//! that are on have the same results, and all memory is the same. The linear order is walked by what lanes did as well,
//! see [`crate::walk`], and branches of the variant are counted: those that lanes take together are still there.

use derive_more::{AddAssign, Display};
use rmlir::core::dialect::Dialect;
use rmlir::core::{Body, Context, verify};
use rmlir::interp::compare::data_refines;
use rmlir::interp::random::Random;
use rmlir::interp::{Data, FaultKind, Limits, Outcome, Program, Settings};
use rmlir::text::parse::parse_verified;
use rmlir_ifconvert_compare::graphs::{Graphs, draw};
use rmlir_wfv_passes::linear::{Next, Place};
use rmlir_wfv_passes::plan::{Plan, callees};
use rmlir_wfv_passes::wfv::{Options, vectorize};

use crate::program::{ALIGNED, N_ROWS, ROW, TURNED, ending, text};
use crate::walk::{Orders, Trace, Tracer, nodes_by_site};

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
    verified(module)
}

/// Verifies the module.
pub fn verified(module: &Body) -> Result<(), String> {
    let mut said = String::new();
    verify::verify(module, &mut |_, error| said.push_str(&error.to_string())).map_err(|_| said)
}

/// What is counted over functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, AddAssign, Display)]
#[display(
    "{functions} functions ({irreducible} irreducible), {runs} runs ({left_out} inputs left out); {divergent} divergent branches, {uniform} uniform ones, {kept} of these kept; {blocks} blocks run, {blocks_in_full} without branches"
)]
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
    /// Blocks that run with all masks together.
    pub blocks: u64,
    /// As many with no branch left.
    pub blocks_in_full: u64,
}

/// Adds the function of `seed` to the counts; with so many inputs, each under several masks.
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
    // Pieces for few or for all lanes bring branches of their own.
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

/// Counts branches by whether lanes take them together, and whether they are still there in the order; how many are.
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

/// Holds a variant to its plan: it has a branch for each that lanes take together, of which there are `n_kept`, and for each
/// question whether a lane waits.
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

/// The results of each lane that is on.
type Results = Vec<Option<Vec<Data>>>;

/// A function with its variants.
struct Tried<'p, 'a> {
    program: &'p Program,
    /// By site of the program: the node that it ends.
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

    /// Runs each lane that is on, one after the other, on the memory of `input`; the results by lane, and the traces of
    /// those that ran. `None` if one does not end well.
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

    /// Tries all lanes without a mask, few, and many.
    fn input(&self, random: &mut Random, counts: &mut Counts) -> Result<(), String> {
        let n_blocks = self.orders.plan.graph.region.blocks.len() as i64;
        let mut input = Input::draw(random, n_blocks, self.is_aligned, self.width);
        let start = input.memory.clone();
        // What no lane ran divides by zero.
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

    /// Tries the lanes of `mask` with the variant of this kind; whether these end well one by one.
    fn mask(&self, input: &mut Input, mask: &[bool], kind: char, counts: &mut Counts) -> Result<bool, String> {
        let before = input.memory.clone();
        let Some((results, traces)) = self.one_by_one(input, mask) else {
            counts.left_out += 1;
            return Ok(false);
        };
        // With no lane there is nothing to do, which is asked before all else.
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
