//! `scf.index_switch`: one of several regions.

use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::prelude::*;

use crate::YieldOp;
use crate::flow::{to_parent, to_region};
use crate::syntax::print_body;

/// Executes the region of the case that equals an index, or the default region.
///
/// ```mlir
/// %r = scf.index_switch %i -> i32
/// case 2 {
///   scf.yield %a : i32
/// }
/// default {
///   scf.yield %b : i32
/// }
/// ```
#[op(name = "scf.index_switch", traits(RecursiveMemoryEffects, SingleBlock), interfaces(RegionBranchOp),
     terminator = "scf.yield", canonicalize, eval, verify = verify, custom(SwitchCases = (parse_cases, print_cases)),
     format = "$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) `\\n` \
               `` `default` $defaultRegion")]
pub struct IndexSwitchOp {
    #[operand]
    arg: Index,
    #[prop]
    cases: DenseI64ArrayAttr,
    #[result]
    results: Vec<AnyType>,
    #[region]
    defaultRegion: SizedRegion1,
    #[region]
    caseRegions: Vec<SizedRegion1>,
}

impl IndexSwitchOp {
    /// The values of the cases.
    pub fn case_values(op: OpRef) -> Vec<i64> {
        op.get(Self::cases)
    }

    /// The index of the region that is executed for `value`.
    pub fn region_for(op: OpRef, value: i64) -> usize {
        Self::case_values(op).iter().position(|&case| case == value).map_or(0, |case| case + 1)
    }
}

/// The constant value of the index, if it is known.
fn argument(op: OpRef, operands: &[Option<Attr>]) -> Option<i64> {
    operands.first().copied().flatten()?.as_i64(op.cx())
}

impl RegionBranchOp for IndexSwitchOp<()> {
    fn successors(&self, op: OpRef, from: RegionPoint) -> Vec<RegionSuccessor> {
        match from {
            RegionPoint::Parent => (0..op.n_regions()).map(to_region).collect(),
            RegionPoint::Region(_) => vec![to_parent(op)],
        }
    }
    fn entry_operands(&self, _op: OpRef, _to: RegionPoint) -> std::ops::Range<usize> {
        0..0
    }
    fn entry_successors(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<RegionSuccessor> {
        match argument(op, operands) {
            Some(value) => vec![to_region(IndexSwitchOp::region_for(op, value))],
            None => self.successors(op, RegionPoint::Parent),
        }
    }
    fn invocation_bounds(&self, op: OpRef, operands: &[Option<Attr>]) -> Vec<(u64, Option<u64>)> {
        let live = argument(op, operands).map(|value| IndexSwitchOp::region_for(op, value));
        let at_most = |index| (0, Some(u64::from(live.is_none_or(|live| live == index))));
        (0..op.n_regions()).map(at_most).collect()
    }
}

fn verify(op: OpRef) -> Checked {
    let cases = IndexSwitchOp::case_values(op);
    let n_regions = op.n_regions() - 1;
    if cases.len() != n_regions {
        return Err(op.error(format!("has {n_regions} case regions but {} case values", cases.len())));
    }
    if let Some((_, value)) = cases.iter().enumerate().find(|&(index, value)| cases[..index].contains(value)) {
        return Err(op.error(format!("has duplicate case value: {value}")));
    }
    for (index, region) in op.regions().enumerate() {
        let name = if index == 0 { "default region".to_owned() } else { format!("case region #{}", index - 1) };
        verify_region(op, region, &name)?;
    }
    Ok(())
}

fn verify_region(op: OpRef, region: RegionRef, name: &str) -> Checked {
    let last = region.entry().and_then(BlockRef::last_op).expect("regions were checked to end with an operation");
    if !last.is::<YieldOp>() {
        let found = last.name_str();
        return Err(op.error(format!("expected region to end with scf.yield, but got {found}")));
    }
    let place = last.loc().place(op.cx());
    let (wanted, got) = (op.n_results(), last.n_operands());
    if wanted != got {
        let error = op.error(format!("expected each region to return {wanted} values, but {name} returns {got}"));
        return Err(Box::new(error.note(place, "see yield operation here")));
    }
    for (index, (result, operand)) in op.results().zip(last.operands()).enumerate() {
        if result.ty() != operand.ty() {
            let (wanted, got) = (op.cx().show_type(result.ty()), op.cx().show_type(operand.ty()));
            let error = op.error(format!("expected result #{index} of each region to be '{wanted}'"));
            return Err(Box::new(error.note(place, format!("{name} returns '{got}' here"))));
        }
    }
    Ok(())
}

/// Parses `case 2 {..} case 5 {..}`.
fn parse_cases(parser: &mut dyn OpAsmParser, state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let mut values = Vec::new();
    while parser.try_token("case") {
        values.push(parser.asm().integer()?);
        parser.parse_region(state, &[])?;
    }
    args[1] = DirectiveArg::Regions(values.len());
    args[0] = DirectiveArg::Attr(parser.cx().i64_array(&values));
    Ok(true)
}

fn print_cases(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    for (value, region) in IndexSwitchOp::case_values(op).into_iter().zip(op.regions().skip(1)) {
        printer.newline();
        printer.text(&format!("case {value} "));
        print_body(printer, region, true);
    }
}
