//! Functions in a file: their variants compute the same, at all widths and under all masks.

use rmlir::interp::random::Random;
use rmlir::interp::{Data, Limits, Program, Settings};
use rmlir::num::FloatKind;
use rmlir_wfv_passes::analysis::plan::callees;
use rmlir_wfv_passes::options::Options;

use crate::trial::{context, parsed, vectorized};

/// The functions.
pub const KERNELS: &str = include_str!("../kernels/kernels.mlir");

/// The arguments `n` and `m` of kernels, powers of two.
const GIVEN: [(i64, i64); 3] = [(8, 16), (1, 2), (2, 8)];

/// The number of elements that they are executed for.
const N_ITEMS: i64 = 32;

/// The number of elements of arrays.
const SIZE: i64 = 2112;

/// The number of arguments of kernels.
const N_ARGUMENTS: usize = 7;

/// The result of the trial.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// The functions.
    pub kernels: Vec<String>,
    /// The number of compared executions of variants.
    pub runs: u64,
}

/// Executes all kernels: all elements without a mask and under random masks, and with `all_masks` the first ones under
/// all masks.
pub fn try_all(options: Options, all_masks: bool) -> Result<Tried, String> {
    let width = options.width;
    let cx = context();
    let mut module = parsed(&cx, KERNELS)?;
    let callees = callees(&module, width);
    vectorized(&mut module, options)?;
    let program = Program::compile(&module, Settings::default()).map_err(|errors| format!("{errors:?}"))?;
    let mut tried = Tried::default();
    let mut random = Random::new(11);
    // The other functions are their callees.
    let is_kernel = |name: &&String| callees[*name].clauses.arguments.len() == N_ARGUMENTS;
    let mut names: Vec<&String> = callees.keys().filter(is_kernel).collect();
    names.sort();
    for name in names {
        let clauses = &callees[name].clauses;
        let variants = clauses.variants.iter();
        let found: Vec<(bool, String)> =
            variants.map(|&variant| (variant.masked, clauses.variant_name(name, variant))).collect();
        let memory = memory(&mut random);
        let step = clauses.arguments[0].alignment.max(width as u64);
        for given in GIVEN {
            let trial = Trial { program: &program, name, variants: &found, width, given };
            for first in (0..N_ITEMS).step_by(step as usize) {
                trial.run(first, &vec![true; width as usize], &memory, &mut tried)?;
                let mask: Vec<bool> = (0..width).map(|_| random.below(2) == 0).collect();
                trial.run(first, &mask, &memory, &mut tried)?;
            }
        }
        let trial = Trial { program: &program, name, variants: &found, width, given: GIVEN[0] };
        for bits in (0..1u64 << width).take(if all_masks { usize::MAX } else { 0 }) {
            let mask: Vec<bool> = (0..width).map(|lane| bits >> lane & 1 == 1).collect();
            trial.run(2 * step as i64, &mask, &memory, &mut tried)?;
        }
        tried.kernels.push(name.clone());
    }
    Ok(tried)
}

fn memory(random: &mut Random) -> Vec<Data> {
    let mut array = |of: &mut dyn FnMut(&mut Random) -> Data| Data::MemRef {
        sizes: vec![SIZE],
        elements: (0..SIZE).map(|_| of(random)).collect(),
    };
    let float = &mut |random: &mut Random| Data::float(FloatKind::F32, (random.below(512) as f64 - 256.0) / 32.0);
    let (a, b, o) = (array(float), array(float), array(float));
    let k = array(&mut |random: &mut Random| Data::int(32, random.below(64) as i64));
    vec![a, b, o, k]
}

struct Trial<'t> {
    program: &'t Program,
    name: &'t str,
    variants: &'t [(bool, String)],
    width: i64,
    given: (i64, i64),
}

impl Trial<'_> {
    /// Executes the lanes one by one, and the variants: the final memory is the same.
    fn run(&self, first: i64, mask: &[bool], memory: &[Data], tried: &mut Tried) -> Result<(), String> {
        let mut expected = memory.to_vec();
        for lane in (0..self.width).filter(|&lane| mask[lane as usize]) {
            expected = self.call(self.name, first + lane, &expected, None)?;
        }
        for (masked, name) in self.variants {
            if !masked && mask.contains(&false) {
                continue;
            }
            let bits = Data::List(mask.iter().map(|&is_on| Data::Bits(is_on.into())).collect());
            let found = self.call(name, first, memory, masked.then_some(bits))?;
            tried.runs += 1;
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let Some(element) = first_difference(expected, found) else { continue };
                return Err(format!("{name} from {first} under {mask:?}: array {at} differs in element {element}"));
            }
        }
        Ok(())
    }

    fn call(&self, name: &str, first: i64, memory: &[Data], mask: Option<Data>) -> Result<Vec<Data>, String> {
        let mut args = vec![Data::int(64, first)];
        args.extend(memory.iter().cloned());
        args.extend([Data::int(64, self.given.0), Data::int(64, self.given.1)]);
        args.extend(mask);
        let outcome = self.program.run(name, &args, &Limits::default());
        let outcome = outcome.map_err(|trap| format!("{name} from {first}: {trap}"))?;
        Ok(outcome.arguments[1..1 + memory.len()].to_vec())
    }
}

/// The index of the first element that differs.
fn first_difference(expected: &Data, found: &Data) -> Option<usize> {
    match (expected, found) {
        (Data::MemRef { elements, .. }, Data::MemRef { elements: others, .. }) => {
            elements.iter().zip(others).position(|(a, b)| a != b)
        }
        _ => Some(0),
    }
}
