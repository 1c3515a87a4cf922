//! Runs: a function of a program is called with data, and what comes of it is data again.

use rmlir_diag::{Diagnostic, Place};

use crate::data::Data;
use crate::fault::{Fault, FaultKind, Trap};
use crate::kind::Kind;
use crate::machine::{Call, Limits, Machine, Watcher};
use crate::program::Program;
use crate::value::Value;

/// What a run came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The results of the function.
    pub results: Vec<Data>,
    /// The arguments, with what they refer to as it was at the end.
    pub arguments: Vec<Data>,
    /// The calls of unknown functions, in order.
    pub calls: Vec<Call>,
    /// What was printed.
    pub output: String,
    /// What was allocated, not freed and not returned: a remark each.
    pub leaks: Vec<Diagnostic>,
    /// How many instructions ran.
    pub steps: u64,
}

impl Program {
    /// Calls function `entry` with `args`.
    pub fn run(&self, entry: &str, args: &[Data], limits: &Limits) -> Result<Outcome, Trap> {
        self.run_watched(entry, args, limits, None)
    }

    /// As [`Self::run`], telling `watcher` of every operation.
    pub fn run_watched(
        &self,
        entry: &str,
        args: &[Data],
        limits: &Limits,
        watcher: Option<&mut dyn Watcher>,
    ) -> Result<Outcome, Trap> {
        let found = self.functions.iter().position(|function| function.name == entry);
        let Some(number) = found else { return Err(outside(*Fault::unsupported(format!("there is no '{entry}'")))) };
        let function = &self.functions[number];
        if args.len() != function.inputs.len() {
            let (wanted, got) = (function.inputs.len(), args.len());
            return Err(outside(*Fault::unsupported(format!("'{entry}' takes {wanted} arguments, not {got}"))));
        }
        let mut machine = Machine::new(self, limits);
        machine.make_globals()?;
        let values = args.iter().zip(&function.inputs).map(|(data, kind)| data.write(kind, &mut machine.memory));
        let values = values.collect::<Result<Vec<Value>, _>>().map_err(|fault| outside(*fault))?;
        let results = machine.run(number as u32, values.clone(), watcher)?;
        let read = |values: &[Value], kinds: &[Kind]| -> Vec<Data> {
            values.iter().zip(kinds).map(|(value, kind)| Data::read(value, kind, &machine.memory)).collect()
        };
        Ok(Outcome {
            results: read(&results, &function.outputs),
            arguments: read(&values, &function.inputs),
            leaks: self.leaks(&machine, &results),
            steps: machine.steps,
            output: std::mem::take(&mut machine.output),
            calls: std::mem::take(&mut machine.calls),
        })
    }

    fn leaks(&self, machine: &Machine, results: &[Value]) -> Vec<Diagnostic> {
        let mut kept = Vec::new();
        results.iter().for_each(|value| addresses(value, &mut kept));
        let leaks = machine.memory.leaks(&kept).into_iter();
        let remark = |leak: crate::memory::Leak| {
            let place = leak.site.map_or(Place::Unknown, |site| self.sites[site as usize].place.clone());
            Diagnostic::remark(place, format!("a buffer of {} bytes is never freed", leak.size))
        };
        leaks.map(remark).collect()
    }
}

/// The addresses that a value may refer to.
fn addresses(value: &Value, found: &mut Vec<u64>) {
    match value {
        Value::Bits(address) => found.push(*address),
        Value::MemRef(memref) => found.push(memref.base),
        Value::List(parts) => parts.iter().for_each(|part| addresses(part, found)),
        Value::Poison | Value::Wide(_) => {}
    }
}

/// A fault outside of every operation.
fn outside(fault: Fault) -> Trap {
    let Fault { kind, message } = fault;
    debug_assert!(kind != FaultKind::Stopped, "only operations stop a program");
    Trap { kind, diagnostic: Box::new(Diagnostic::error(Place::Unknown, message)) }
}
