//! Executions: a function of a program is called with data, and the outcome is data.

use rmlir_diag::{Diagnostic, Place};

use crate::code::Function;
use crate::data::Data;
use crate::fault::{Fault, FaultKind, Trap};
use crate::kind::Kind;
use crate::machine::{Call, Limits, Machine, Watcher};
use crate::program::Program;
use crate::signature::{Adapter, Signature};
use crate::value::Value;

/// The outcome of an execution.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The results of the function.
    pub results: Vec<Data>,
    /// The arguments, with the memory they refer to at the end.
    pub arguments: Vec<Data>,
    /// The calls of unknown functions, in order.
    pub calls: Vec<Call>,
    /// The printed output.
    pub output: String,
    /// Memory that was allocated, not freed and not returned: a remark each.
    pub leaks: Vec<Diagnostic>,
    /// The number of executed instructions.
    pub steps: u64,
}

impl Program {
    /// Calls function `entry` with `args`.
    pub fn run(&self, entry: &str, args: &[Data], limits: &Limits) -> Result<Outcome, Trap> {
        self.run_watched(entry, args, limits, None)
    }

    /// As [`Self::run`], with notifications of `watcher`.
    pub fn run_watched(
        &self,
        entry: &str,
        args: &[Data],
        limits: &Limits,
        watcher: Option<&mut dyn Watcher>,
    ) -> Result<Outcome, Trap> {
        let signature = self.function(entry).map(Function::signature);
        match signature {
            Some(signature) => self.run_with(entry, &signature, args, limits, watcher),
            None => Err(outside(*Fault::unsupported(format!("there is no '{entry}'")))),
        }
    }

    /// As [`Self::run`], for a function with the signature `first` before its types were lowered: the arguments and the
    /// outcome have that signature.
    pub fn run_as(&self, entry: &str, first: &Signature, args: &[Data], limits: &Limits) -> Result<Outcome, Trap> {
        self.run_with(entry, first, args, limits, None)
    }

    fn run_with(
        &self,
        entry: &str,
        first: &Signature,
        args: &[Data],
        limits: &Limits,
        watcher: Option<&mut dyn Watcher>,
    ) -> Result<Outcome, Trap> {
        let unsupported = |message: String| outside(*Fault::unsupported(message));
        let found = self.functions.iter().position(|function| function.name == entry);
        let number = found.ok_or_else(|| unsupported(format!("there is no '{entry}'")))?;
        if args.len() != first.inputs.len() {
            let (wanted, got) = (first.inputs.len(), args.len());
            return Err(unsupported(format!("'{entry}' takes {wanted} arguments, not {got}")));
        }
        let adapter = Adapter::new(first, &self.functions[number].signature());
        let adapter = adapter.ok_or_else(|| unsupported(format!("'{entry}' takes or gives something else now")))?;
        let mut machine = Machine::new(self, limits);
        machine.make_globals()?;
        let entered = adapter.enter(args, &mut machine.memory).map_err(|fault| outside(*fault))?;
        let results = machine.run(number as u32, entered.arguments.clone(), watcher)?;
        let leaks = self.leaks(&machine, &results);
        let results = adapter.leave(&results, &entered, &machine.memory).map_err(|fault| outside(*fault))?;
        let read = |values: &[Value], kinds: &[Kind]| -> Vec<Data> {
            values.iter().zip(kinds).map(|(value, kind)| Data::read(value, kind, &machine.memory)).collect()
        };
        let mut arguments = read(&entered.handles, &first.inputs);
        for ((argument, given), kind) in arguments.iter_mut().zip(args).zip(&first.inputs) {
            // A bufferized tensor may be overwritten: that is not observable.
            if matches!(kind, Kind::Tensor(_)) {
                *argument = given.clone();
            }
        }
        Ok(Outcome {
            results: read(&results, &first.outputs),
            arguments,
            leaks,
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
        Value::Tensor(tensor) => tensor.elements.iter().for_each(|part| addresses(part, found)),
        Value::Poison | Value::Wide(_) => {}
    }
}

/// A fault outside of all operations.
fn outside(fault: Fault) -> Trap {
    let Fault { kind, message, .. } = fault;
    debug_assert!(kind != FaultKind::Stopped, "only operations stop a program");
    Trap { kind, diagnostic: Box::new(Diagnostic::error(Place::Unknown, message)) }
}
