//! Verification of code against its machine: classes, alternatives, instances, registers, and the issue width.

use rmlir::core::symbol::SymbolScope;
use rmlir::interp::Kind;
use rmlir::prelude::*;

use crate::{
    BranchOp, BundleOp, ClassOp, Crossing, CyclesOp, EndOp, FuncOp, MachineOp, Model, NopOp, RegisterOp, RegistersOp,
    ReturnOp, RotateOp, SlotOp, UnitOp, UseAttr, element,
};

/// The maximum reservation of a unit in cycles: the simulator's reservation table is that long.
pub(crate) const MAX_BUSY: i64 = 100;

/// The maximum issue width of a machine, and number of units of a kind: tables have a column for each slot.
const MAX_ISSUE: i64 = 1024;

/// The maximum `min_ii` of a machine: tables and kernels have a row for each cycle.
const MAX_MIN_II: i64 = 1024;

/// Verifies that the properties of a machine are in range, and that its classes reserve its units.
#[verify_regions(MachineOp)]
pub(crate) fn machine(op: OpRef) -> Checked {
    if !(1..=MAX_ISSUE).contains(&op.get(MachineOp::issue)) {
        return Err(op.error(format!("has an issue width from 1 to {MAX_ISSUE}")));
    }
    let (min_ii, delay) = (op.get(MachineOp::min_ii), op.get(MachineOp::delay));
    if !(1..=MAX_MIN_II).contains(&min_ii) {
        return Err(op.error(format!("has a least initiation interval from 1 to {MAX_MIN_II}")));
    }
    if !(0..=MAX_BUSY).contains(&delay) {
        return Err(op.error(format!("has a branch delay from 0 to {MAX_BUSY}")));
    }
    if min_ii <= delay && delay > 0 {
        return Err(op.error("has a least interval that is longer than its branch delay"));
    }
    let model = Model::of(op);
    op.region(0).blocks().flat_map(|block| block.ops()).try_for_each(|op| member(op, &model))
}

fn member(op: OpRef, model: &Model) -> Checked {
    if op.is::<UnitOp>() {
        if !(1..=1024).contains(&op.get(UnitOp::count)) {
            return Err(op.error("has a count from 1 to 1024"));
        }
        return clustered(op, op.get(UnitOp::cluster));
    }
    if op.is::<RegistersOp>() {
        clustered(op, op.get(RegistersOp::cluster))?;
        if op.get(RegistersOp::crossed).is_some_and(|crossed| crossed < 0) {
            return Err(op.error("has no negative number of registers for what is written in several clusters"));
        }
        let (size, rotating) = (op.get(RegistersOp::size), op.get(RegistersOp::rotating).unwrap_or(0));
        if !(1..=65536).contains(&size) || !(0..=size).contains(&rotating) {
            return Err(op.error("has a size from 1 to 65536, and no more rotate"));
        }
        if rotating > 0 && op.get(RegistersOp::pairs).is_some() {
            return Err(op.error("has pairs of registers, and registers that rotate"));
        }
        return Ok(());
    }
    if op.is::<ClassOp>() {
        return class(op, model);
    }
    Err(op.error("does not belong into the description of a machine"))
}

/// The maximum number of clusters.
const MAX_CLUSTERS: i64 = 16;

fn clustered(op: OpRef, cluster: Option<i64>) -> Checked {
    if cluster.is_none_or(|cluster| (0..MAX_CLUSTERS).contains(&cluster)) {
        return Ok(());
    }
    Err(op.error(format!("is in a cluster from 0 to {}", MAX_CLUSTERS - 1)))
}

fn class(op: OpRef, model: &Model) -> Checked {
    let cx = op.cx();
    if !(1..=MAX_BUSY).contains(&op.get(ClassOp::latency)) {
        return Err(op.error(format!("has a latency from 1 to {MAX_BUSY}")));
    }
    within(op, model)?;
    for way in op.get(ClassOp::ways) {
        let mut known = None;
        for usage in way.as_array(cx).unwrap_or(&[]) {
            let Some(usage) = UseAttr::from_attr(cx, *usage) else {
                return Err(op.error("has ways that are arrays of '#vliw.use'"));
            };
            let unit = usage.unit(cx);
            if model.unit(unit).is_none() {
                return Err(op.error(format!("takes '@{unit}', which is no unit of the machine")));
            }
            let cluster = model.unit(unit).and_then(|unit| model.units[unit].cluster);
            if cluster.is_some() && known.is_some() && cluster != known {
                return Err(op.error("takes units of several clusters at a time"));
            }
            known = known.or(cluster);
            let (offset, cycles) = (usage.offset(cx), usage.cycles(cx));
            if offset < 0 || cycles < 1 || offset.saturating_add(cycles) > MAX_BUSY {
                return Err(op.error(format!("takes '@{unit}' for no cycle, or outside of {MAX_BUSY} cycles")));
            }
        }
    }
    Ok(())
}

/// Verifies that the register ranges of operands are valid.
fn within(op: OpRef, model: &Model) -> Checked {
    let Some(ends) = op.get(ClassOp::within) else { return Ok(()) };
    let is_range = |ends: &[i64]| matches!(ends, [first, last] if 0 <= *first && first <= last);
    if ends.is_empty() || !ends.chunks(2).all(is_range) {
        return Err(op.error("has operands within registers from a first to a last number"));
    }
    match model.files.iter().any(|file| file.rotating > 0) {
        true => Err(op.error("has operands within some registers, and the machine has registers that rotate")),
        false => Ok(()),
    }
}

/// The machine `name`, which `op` refers to.
fn find_machine<'a>(op: OpRef, name: Ident, symbols: &mut SymbolScope<'a>) -> Result<OpRef<'a>, Box<Diagnostic>> {
    let found = symbols.lookup(name).filter(|found| found.is::<MachineOp>());
    found.ok_or_else(|| op.error("names no 'vliw.machine'"))
}

/// Verifies that a bundle contains only slots, branches and rotations.
#[verify_regions(BundleOp)]
pub(crate) fn bundle(op: OpRef) -> Checked {
    let mut ops = op.region(0).blocks().flat_map(|block| block.ops());
    match ops.find(|op| !op.is::<SlotOp>() && !op.is::<BranchOp>() && !op.is::<RotateOp>()) {
        Some(other) => Err(other.error("does not belong into a bundle")),
        None => Ok(()),
    }
}

/// Verifies that the region's arguments have the types of the registers that are read, and its results
/// those of the registers written.
#[verify_regions(SlotOp)]
pub(crate) fn slot(op: OpRef) -> Checked {
    let Some(entry) = op.region(0).entry() else { return Ok(()) };
    let of = |values: Vec<ValueRef>| values.iter().map(|it| element(op.cx(), it.ty())).collect::<Vec<_>>();
    let reads = of(op.values(SlotOp::reads));
    if !entry.args().map(|arg| Some(arg.ty())).eq(reads) {
        return Err(op.error("has a region with an argument for each register it reads"));
    }
    let writes = of(op.values(SlotOp::writes));
    let yielded = entry.terminator().map_or_else(Vec::new, |end| end.operands().map(|it| Some(it.ty())).collect());
    if yielded != writes {
        return Err(op.error("yields a value for each register it writes"));
    }
    match op.values(SlotOp::predicate).first() {
        Some(predicate) if !holds_bit(op.cx(), predicate.ty()) => {
            Err(op.error("has a predicate register that holds a bit"))
        }
        _ => Ok(()),
    }
}

/// Whether a register holds an `i1`.
fn holds_bit(cx: &Context, register: Type) -> bool {
    element(cx, register).is_some_and(|ty| Kind::of(cx, ty, 1) == Ok(Kind::Int(1)))
}

/// Verifies that the types of the returned registers match the function's results.
#[verify(ReturnOp)]
pub(crate) fn give_back(op: OpRef) -> Checked {
    let Some(function) = op.parent().filter(|parent| parent.is::<FuncOp>()) else { return Ok(()) };
    let (_, results) = rmlir::core::function::types_of(function, FuncOp::FUNCTION_TYPE);
    let given = op.operands().map(|register| element(op.cx(), register.ty()));
    if given.eq(results.into_iter().map(Some)) { Ok(()) } else { Err(op.error("gives other types than its function")) }
}

impl SymbolUser for FuncOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        code(op, symbols)
    }
}

impl SymbolUser for CyclesOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        find_machine(op, op.get(CyclesOp::machine), symbols).map(|_| ())
    }
}

/// Verifies a function against its machine.
fn code(op: OpRef, symbols: &mut SymbolScope) -> Checked {
    let machine = find_machine(op, op.get(FuncOp::machine), symbols)?;
    let model = Model::of(machine);
    let mut named = Vec::new();
    for block in op.region(0).blocks() {
        for op in block.ops() {
            if op.is::<RegisterOp>() {
                register(op, &model)?;
                named_once(op, &named, &model)?;
                named.extend(op.get(RegisterOp::number).map(|_| op));
            } else if op.is::<BundleOp>() {
                issue(op, &model)?;
            } else if op.is::<NopOp>() && !(1..=1 << 20).contains(&op.get(NopOp::cycles)) {
                return Err(op.error("lasts at least a cycle"));
            }
        }
        branches(block, &model)?;
    }
    Ok(())
}

/// Verifies that a register is declared once per type, and has at most one initial value.
fn named_once(op: OpRef, others: &[OpRef], model: &Model) -> Checked {
    fn name<'a>(op: OpRef<'a>) -> (&'a str, Option<i64>) {
        (op.get(RegisterOp::file), op.get(RegisterOp::number))
    }
    for &other in others.iter().filter(|&&other| name(other) != name(op) && meets(other, op, model)) {
        if other.n_operands() > 0 && op.n_operands() > 0 {
            return Err(op.error("is a register that starts with another value already"));
        }
    }
    for &other in others.iter().filter(|&&other| name(other) == name(op)) {
        if other.result(0).ty() == op.result(0).ty() {
            return Err(op.error("is a register that the function has already"));
        }
        if other.get(RegisterOp::rotating) != op.get(RegisterOp::rotating) {
            return Err(op.error("is a register that rotates for one type and not for another"));
        }
        if other.n_operands() > 0 && op.n_operands() > 0 {
            return Err(op.error("is a register that starts with another value already"));
        }
    }
    Ok(())
}

/// The file of a register, its number, and the number of registers it occupies.
pub(crate) fn extent(register: OpRef, model: &Model) -> Option<(usize, usize, usize)> {
    let cx = register.cx();
    let file = model.file(register.get(RegisterOp::file))?;
    let number = usize::try_from(register.get(RegisterOp::number)?).ok()?;
    Some((file, number, model.files[file].width(element(cx, register.result(0).ty())?)))
}

/// Whether two registers of a file overlap.
fn meets(a: OpRef, b: OpRef, model: &Model) -> bool {
    match (extent(a, model), extent(b, model)) {
        (Some((file, a, wide)), Some((other, b, as_wide))) => file == other && a < b + as_wide && b < a + wide,
        _ => false,
    }
}

fn register(op: OpRef, model: &Model) -> Checked {
    let file = op.get(RegisterOp::file);
    let Some(file) = model.file(file) else {
        return Err(op.error(format!("names no register file of the machine: \"{file}\"")));
    };
    let file = &model.files[file];
    let number = op.get(RegisterOp::number);
    if number.is_some_and(|number| !(0..file.size as i64).contains(&number)) {
        return Err(op.error(format!("is not one of the {} registers of \"{}\"", file.size, file.name)));
    }
    if let Some((_, number, 2)) = extent(op, model)
        && (number % 2 != 0 || number + 1 >= file.size)
    {
        return Err(
            op.error(format!("is no even number of a pair of the {} registers of \"{}\"", file.size, file.name))
        );
    }
    let rotates = op.get(RegisterOp::rotating);
    if rotates && number.is_none_or(|number| number >= file.rotating as i64) {
        return Err(op.error(format!("is not one of the {} rotating registers of \"{}\"", file.rotating, file.name)));
    }
    Ok(())
}

fn issue(op: OpRef, model: &Model) -> Checked {
    let slots = || op.region(0).blocks().flat_map(|block| block.ops()).filter(|op| !op.is::<RotateOp>());
    let n = slots().count();
    if n > model.issue {
        return Err(op.error(format!("starts {n} operations, and the machine {} a cycle", model.issue)));
    }
    slots().try_for_each(|slot| usage(slot, model))
}

/// Verifies the class, the alternative and the instances of a slot or branch.
fn usage(op: OpRef, model: &Model) -> Checked {
    let name = op.attr("class").and_then(|class| class.as_flat_symbol(op.cx())).map_or("", |name| name.str(op.cx()));
    let Some(class) = model.class(name) else {
        return Err(op.error(format!("is of class '@{name}', which the machine does not have")));
    };
    let way = op.attr("way").and_then(|way| way.as_i64(op.cx())).unwrap_or(-1);
    let Some(way) = usize::try_from(way).ok().and_then(|way| model.classes[class].ways.get(way)) else {
        return Err(op.error(format!("runs in way {way}, which class '@{name}' does not have")));
    };
    let instances = op.attr("instances").and_then(|attr| attr.as_int_array(op.cx())).unwrap_or_default();
    let exists = |(usage, &instance): (&crate::model::Usage, &i64)| {
        (0..model.units[usage.unit].count as i64).contains(&instance)
    };
    if instances.len() != way.len() || !way.iter().zip(&instances).all(exists) {
        return Err(op.error("names an instance that is there for each unit that it takes"));
    }
    if op.is::<SlotOp>() {
        let reads = op.values(SlotOp::reads).into_iter().filter_map(ValueRef::defining_op);
        let mut foreign = reads.filter_map(|register| extent(register, model));
        if let Some((file, number, _)) =
            foreign.find(|&(_, number, width)| !model.classes[class].reads_from(number, width))
        {
            let file = &model.files[file].name;
            return Err(op.error(format!("reads register {number} of \"{file}\", which class '@{name}' does not")));
        }
    }
    clusters(op, model, way)
}

/// Verifies that registers of other clusters are read and written by paths only.
fn clusters(op: OpRef, model: &Model, way: &[crate::model::Usage]) -> Checked {
    let of_file = |register: ValueRef| {
        let definition = register.defining_op().filter(|op| op.is::<RegisterOp>())?;
        model.file(definition.get(RegisterOp::file)).map(|file| &model.files[file])
    };
    let cluster_of = |register: ValueRef| of_file(register).and_then(|file| file.cluster);
    let writes = if op.is::<SlotOp>() { op.values(SlotOp::writes) } else { Vec::new() };
    // An operation that reserves no unit of a cluster is executed in the cluster of its first register.
    let Some(here) = model.cluster_of(way).or_else(|| op.operands().find_map(cluster_of)) else { return Ok(()) };
    let is_foreign = |register: &ValueRef| cluster_of(*register).is_some_and(|cluster| cluster != here);
    let n_reads = op.operands().count() - writes.len();
    let mut read: Vec<Value> = op.operands().take(n_reads).filter(is_foreign).map(|register| register.id).collect();
    read.sort_unstable();
    read.dedup();
    if read.len() > model.n_paths(way, Crossing::Reads) {
        return Err(op.error(format!("reads from other clusters {} times, and takes fewer paths", read.len())));
    }
    if !writes.iter().any(is_foreign) {
        return Ok(());
    }
    if model.n_paths(way, Crossing::Writes) == 0 {
        return Err(op.error("writes a register of another cluster, and takes no path"));
    }
    for register in writes {
        let number =
            register.defining_op().filter(|op| op.is::<RegisterOp>()).and_then(|op| op.get(RegisterOp::number));
        let crossed = of_file(register).map_or(0, |file| file.crossed);
        if number.is_some_and(|number| number >= crossed as i64) {
            return Err(op.error(format!("writes in several clusters, and not the first {crossed} registers of each")));
        }
    }
    Ok(())
}

/// Verifies that a block with two successors has one branch, which takes effect at its end.
fn branches(block: BlockRef, model: &Model) -> Checked {
    let Some(end) = block.terminator() else { return Ok(()) };
    let n_targets = end.successors().count();
    if end.is::<ReturnOp>() {
        return Ok(());
    }
    if !(1..=2).contains(&n_targets) || !end.is::<EndOp>() {
        return Err(end.error("has one or two successors"));
    }
    let mut after = 0;
    let mut found = Vec::new();
    for op in block.ops().rev() {
        if op.is::<BundleOp>() {
            let slots = op.region(0).blocks().flat_map(|block| block.ops());
            found.extend(slots.filter(|slot| slot.is::<BranchOp>()).map(|branch| (branch, after)));
            after += 1;
        } else if op.is::<NopOp>() {
            after += op.get(NopOp::cycles) as usize;
        }
    }
    match found[..] {
        [] if n_targets == 1 => Ok(()),
        [(branch, after)] if after != model.delay => {
            Err(branch.error(format!("has {after} cycles after it in its block, and the machine {}", model.delay)))
        }
        [_] if n_targets == 2 => Ok(()),
        _ => Err(end.error("has a branch for two successors, and none for one")),
    }
}
