//! Parallel printing of the functions of a module.
//!
//! Names in a function do not depend on its siblings, and the aliases of a module are determined before its first line.
//! So the functions of a module without values are numbered and printed separately, a portion by each thread, and
//! concatenated in order. Numbering across functions, such as that of distinct attributes, requires a single thread.

use rayon::prelude::*;
use rmlir_core::{AttrData, BlockRef, Ident, OpRef, TraitSet};

use super::apart::{Apart, is_function};
use super::names::{Names, number};
use super::printer::Printer;
use super::used_keys::UsedKeys;

/// The least number of operations of a module whose functions are printed in parallel.
const MIN_OPS: usize = 2_000;

/// The approximate number of operations printed at a time: their text is buffered.
const WAVE_OPS: usize = 40_000;

/// The least number of operations of a function that is printed directly to the output: no other thread would print
/// concurrently.
const LARGE_OPS: usize = 2 * WAVE_OPS;

/// The number of portions per thread: enough that no thread waits long for the last one.
const PORTIONS_PER_THREAD: usize = 4;

fn n_ops(op: OpRef) -> usize {
    op.body.nested(op.id).map_or(1, |body| body.n_ops())
}

/// The output of one thread.
struct Written {
    text: String,
    resources: Vec<Ident>,
}

impl<'a> Printer<'a> {
    /// The block whose functions can be printed in parallel when `module` is printed, if there is one and it is
    /// profitable.
    pub fn find_apart(&self, module: OpRef) -> Option<Apart> {
        let options = self.options;
        let is_plain = !self.generic && !options.unique_ssa_ids && !options.value_users && !options.skip_regions;
        let is_module = module.block().is_none() && module.has(TraitSet::NO_TERMINATOR) && module.n_regions() == 1;
        if !is_plain || !is_module || self.starts.is_some() || rayon::current_num_threads() == 1 {
            return None;
        }
        let block = module.region(0).entry().filter(|block| block.args().len() == 0)?;
        let is_large = || block.ops().filter(|op| is_function(*op)).map(n_ops).sum::<usize>() >= MIN_OPS;
        let is_numbered = |attr: &AttrData| matches!(attr, AttrData::Distinct { .. });
        let has_one_block = module.region(0).has_one_block() && block.ops().all(|op| op.n_results() == 0);
        let can_be = has_one_block && is_large() && !self.cx.attrs().any(|(_, attr)| is_numbered(attr));
        can_be.then(|| Apart { body: block.body.number(), block: block.id })
    }

    /// Prints the operations of `block`, whose functions are printed in parallel.
    pub fn write_functions(&mut self, block: BlockRef) {
        let mut wave: Vec<OpRef> = Vec::new();
        let mut size = 0;
        for op in block.ops() {
            let goes_along = is_function(op) && n_ops(op) < LARGE_OPS;
            if goes_along {
                wave.push(op);
                size += n_ops(op);
            }
            let is_full = size >= LARGE_OPS || size >= WAVE_OPS && wave.len() >= rayon::current_num_threads();
            if is_full || !goes_along {
                self.write_wave(&wave);
                wave.clear();
                size = 0;
            }
            if !goes_along {
                self.write_alone(op);
            }
        }
        self.write_wave(&wave);
    }

    /// Prints `op` of that block sequentially.
    fn write_alone(&mut self, op: OpRef) {
        if is_function(op) {
            let around = std::mem::take(&mut self.names);
            self.write_function(op);
            self.names = around;
        } else {
            self.full_op(op);
            self.out.push('\n');
        }
        self.hand_on();
    }

    /// Numbers and prints `function`, replacing the previous numbering.
    fn write_function(&mut self, function: OpRef) {
        self.names = Names::default();
        number(&mut self.names, &mut self.infos, function, self.options, false, None);
        self.full_op(function);
        self.out.push('\n');
    }

    fn write_wave(&mut self, functions: &[OpRef]) {
        if functions.is_empty() {
            return;
        }
        let length = functions.len().div_ceil(rayon::current_num_threads() * PORTIONS_PER_THREAD);
        let like = Like::of(self);
        let written: Vec<Written> = functions.par_chunks(length).map(|portion| like.write(portion)).collect();
        for portion in written {
            self.out.push_str(&portion.text);
            portion.resources.into_iter().for_each(|key| self.resources.insert(key));
            self.hand_on();
        }
    }
}

/// The initial state of a parallel printer.
struct Like<'p, 'a> {
    cx: &'a rmlir_core::Context,
    options: &'a super::PrintOptions,
    aliases: &'p std::sync::Arc<super::alias::Aliases>,
    default_dialects: &'p [&'static str],
    indentation: usize,
    depth: usize,
}

impl<'p, 'a> Like<'p, 'a> {
    fn of(printer: &'p Printer<'a>) -> Self {
        Self {
            cx: printer.cx,
            options: printer.options,
            aliases: &printer.aliases,
            default_dialects: &printer.default_dialects,
            indentation: printer.indentation,
            depth: printer.depth,
        }
    }

    fn write(&self, functions: &[OpRef]) -> Written {
        let (mut text, mut resources) = (String::new(), UsedKeys::default());
        Printer::with(self.cx, self.options, &mut text, |printer| {
            printer.aliases = self.aliases.clone();
            printer.default_dialects = self.default_dialects.to_vec();
            (printer.indentation, printer.depth) = (self.indentation, self.depth);
            functions.iter().for_each(|&function| printer.write_function(function));
            std::mem::swap(&mut resources, &mut printer.resources);
        });
        Written { text, resources: resources.into_keys() }
    }
}
