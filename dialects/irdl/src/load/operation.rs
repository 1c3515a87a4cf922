//! Operations that are defined at run time: in generic form, with a verifier of their components.

use rmlir::core::constraints::AnyType as ANY_TYPE;
use rmlir::core::opdef::{Arity, OpDef, OpTrait, RegionDef, RegionShape, SuccessorDef, ValueDef};
use rmlir::prelude::*;

use super::failure::Failure;
use super::find::leaked;
use super::kinds::DOC;
use super::segments::{Side, sizes};
use super::slots::{Constraint, Slots};
use super::solve::{Mismatch, Solver};
use crate::attrs::{Variadicity, VariadicityArrayAttr};
use crate::definitions::inside;
use crate::parts::{AttributesOp, OperandsOp, RegionOp, ResultsOp};

/// The operation called `name`.
pub(super) fn define<'a>(name: &'static str, slots: Slots<'a>) -> Result<&'static OpDef, Failure<'a>> {
    let part = |def: &'static OpDef| inside(slots.op).find(|op| op.def() == Some(def));
    let regions = inside(slots.op).filter(|op| op.is::<RegionOp>()).map(|op| Region::read(op, &slots));
    let parts = Parts {
        operands: values(part(OperandsOp::DEF), OperandsOp::VARIADICITY, &slots)?,
        results: values(part(ResultsOp::DEF), ResultsOp::VARIADICITY, &slots)?,
        attributes: attributes(part(AttributesOp::DEF), &slots)?,
        regions: regions.collect::<Result<_, _>>()?,
        constraints: slots.constraints,
    };
    let check: &'static dyn OpTrait = Box::leak(Box::new(parts));
    Ok(Box::leak(Box::new(OpDef {
        operands: ANY_VALUES,
        results: ANY_VALUES,
        regions: &[RegionDef { name: "regions", variadic: true, shape: RegionShape::Any }],
        successors: &[SuccessorDef { name: "successors", variadic: true }],
        custom_traits: Box::leak(Box::new([check])),
        ..OpDef::new(name, DOC)
    })))
}

/// Any number of values of any types; the verifier checks their number and types.
const ANY_VALUES: &[ValueDef] =
    &[ValueDef { name: "values", arity: Arity::Variadic, constraint: &ANY_TYPE, group: 0, derived: None }];

/// The components of an operation. Integers are slots.
struct Parts {
    constraints: Vec<Constraint>,
    operands: Values,
    results: Values,
    attributes: Vec<(&'static str, usize)>,
    regions: Vec<Region>,
}

/// The constraints and variadicities of operands or results.
#[derive(Default)]
struct Values {
    slots: Vec<usize>,
    counts: Vec<Variadicity>,
}

fn values<'a>(op: Option<OpRef<'a>>, variadicity: usize, slots: &Slots<'a>) -> Result<Values, Failure<'a>> {
    let Some(op) = op else { return Ok(Values::default()) };
    let counts = op.prop(variadicity).and_then(|counts| VariadicityArrayAttr::from_attr(op.cx(), counts));
    let counts = counts.expect("a required attribute was verified").elements(op.cx());
    Ok(Values { slots: slots.of_operands(op)?, counts })
}

fn attributes<'a>(op: Option<OpRef<'a>>, slots: &Slots<'a>) -> Result<Vec<(&'static str, usize)>, Failure<'a>> {
    let Some(op) = op else { return Ok(Vec::new()) };
    let names = op.get(AttributesOp::attributeValueNames).into_iter().map(leaked);
    Ok(names.zip(slots.of_operands(op)?).collect())
}

/// The constraints of a region.
struct Region {
    /// The slots of the entry block's arguments, if they are constrained.
    args: Option<Vec<usize>>,
    /// The number of blocks, if it is constrained.
    n_blocks: Option<usize>,
}

impl Region {
    fn read<'a>(op: OpRef<'a>, slots: &Slots<'a>) -> Result<Self, Failure<'a>> {
        let number = op.get(RegionOp::numberOfBlocks);
        let is_constrained = op.get(RegionOp::constrainedArguments);
        let args = is_constrained.then(|| slots.of_operands(op)).transpose()?;
        Ok(Self { args, n_blocks: number.and_then(|number| usize::try_from(number).ok()) })
    }

    fn check(&self, region: RegionRef, index: usize, solver: &mut Solver) -> Checked {
        let op = region.owner();
        let n_blocks = region.blocks().count();
        if let Some(wanted) = self.n_blocks.filter(|&wanted| wanted != n_blocks) {
            let words = format!("expected region {index} to have {wanted} block(s) but got {n_blocks}");
            return Err(error_at(op, op.loc(), words));
        }
        let Some(wanted) = &self.args else { return Ok(()) };
        let args: Vec<ValueRef> = region.entry().into_iter().flat_map(|entry| entry.args()).collect();
        if args.len() != wanted.len() {
            let at = args.first().map_or(op.loc(), |arg| arg.loc());
            let words = format!("expected region {index} to have {} arguments but got {}", wanted.len(), args.len());
            return Err(error_at(op, at, words));
        }
        for (arg, &slot) in args.iter().zip(wanted) {
            solver.check_type(slot, arg.ty()).map_err(|why| error_at(op, arg.loc(), why.text(op.cx())))?;
        }
        Ok(())
    }
}

/// An error at `loc`, a location in a region of `op`.
fn error_at(op: OpRef, loc: Loc, words: String) -> Box<Diagnostic> {
    let error = Diagnostic::error(loc.place(op.cx()), words).without_operation();
    Box::new(if loc == op.loc() { error } else { error.note(op.loc().place(op.cx()), "see the operation") })
}

impl OpTrait for Parts {
    fn name(&self) -> &'static str {
        "DefinedAtRunTime"
    }

    /// Upstream continues with the regions after an error; here verification stops at the first error.
    fn verify(&self, op: OpRef) -> Checked {
        let cx = op.cx();
        let operands = Side { what: "operand", attr: "operandSegmentSizes", number: op.n_operands() };
        let results = Side { what: "result", attr: "resultSegmentSizes", number: op.n_results() };
        let operand_sizes = sizes(op, &operands, &self.operands.counts)?;
        let result_sizes = sizes(op, &results, &self.results.counts)?;
        let mut solver = Solver::new(cx, &self.constraints);
        let error = |why: Mismatch| op.plain_error(why.text(cx));
        for &(name, slot) in &self.attributes {
            let Some(attr) = op.attr(name) else {
                let shown = cx.show_attr(cx.str_attr(name));
                return Err(op.error(format!("attribute {shown} is expected but not provided")));
            };
            solver.check(slot, attr).map_err(error)?;
        }
        let operand_types = op.operands().map(ValueRef::ty);
        self.operands.check(&mut solver, &operand_sizes, operand_types).map_err(error)?;
        let result_types = op.results().map(ValueRef::ty);
        self.results.check(&mut solver, &result_sizes, result_types).map_err(error)?;
        if op.n_regions() != self.regions.len() {
            let words = format!("unexpected number of regions: expected {} but got", self.regions.len());
            return Err(op.error(format!("{words} {}", op.n_regions())));
        }
        let mut regions = self.regions.iter().zip(op.regions()).enumerate();
        regions.try_for_each(|(index, (wanted, region))| wanted.check(region, index, &mut solver))
    }
}

impl Values {
    /// Verifies `types`, divided into segments of these `sizes`, by their constraints.
    fn check(
        &self,
        solver: &mut Solver,
        sizes: &[usize],
        mut types: impl Iterator<Item = Type>,
    ) -> Result<(), Mismatch> {
        for (&slot, &size) in self.slots.iter().zip(sizes) {
            for ty in types.by_ref().take(size) {
                solver.check_type(slot, ty)?;
            }
        }
        Ok(())
    }
}
