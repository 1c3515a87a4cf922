//! Outlining of regions that a team of threads executes.
//!
//! ```text
//! f                  stores the live-in values of the region in a structure, and calls the runtime with
//! f..omp_par         which loads them, and calls
//! f..omp_par.region  the region itself
//! ```
//! There are two functions so that the live-in values are arguments: the `noalias` attribute of a pointer argument of
//! `f` applies to them, too. Constants are cloned into the region.

use rmlir::core::clone::CloneMap;
use rmlir::prelude::*;
use rmlir_llvm::ops::branch::ReturnOp;
use rmlir_llvm::ops::cast::{SExtOp, TruncOp, ZExtOp};
use rmlir_llvm::ops::constant::AddressOfOp;
use rmlir_llvm::ops::func::LLVMFuncOp;
use rmlir_llvm::ops::memory::{LoadOp, StoreOp};
use rmlir_llvm::types::{FunctionType, VoidType};
use rmlir_omp::{LoopNestOp, ParallelOp, ProcBindKind, TerminatorOp, WsloopOp, YieldOp};
use rustc_hash::{FxHashMap, FxHashSet};

use super::runtime::{self, Runtime};
use super::team::{alloca_block, unsupported};
use crate::emit::{GepIndex, alloca, call, gep, int_constant};
use crate::type_converter::{literal_struct, pointer};

/// The attribute of an argument that does not alias.
const NO_ALIAS: &str = "llvm.noalias";

/// The teams of `body` without synchronization between their threads: there is one worksharing loop, and no other
/// operation with side effects. Then no thread reads the stores of another one before the end.
pub fn independent_teams(body: &Body) -> FxHashSet<OpId> {
    let mut found = FxHashSet::default();
    body.walk_postorder(body.root(), |op| {
        if OpRef::new(body, op).cast::<ParallelOp>().is_some_and(|_| is_independent(OpRef::new(body, op))) {
            found.insert(op);
        }
    });
    found
}

fn is_independent(team: OpRef) -> bool {
    let outer: Vec<OpRef> = team.region(0).blocks().flat_map(|block| block.ops()).collect();
    let loops = outer.iter().filter(|op| op.is::<WsloopOp>());
    let is_allowed = |op: &OpRef| op.is::<WsloopOp>() || op.is::<TerminatorOp>() || op.has(TraitSet::PURE);
    if loops.count() != 1 || !outer.iter().all(is_allowed) {
        return false;
    }
    let mut has_others = false;
    let body = team.body;
    body.walk_postorder(team.id, |op| {
        let op = OpRef::new(body, op);
        let is_loop = op.is::<WsloopOp>() && op.get(WsloopOp::reduction_vars).is_empty();
        let is_known = is_loop || op.is::<LoopNestOp>() || op.is::<YieldOp>() || op.is::<TerminatorOp>();
        has_others |= op.id != team.id && op.name_str().starts_with("omp.") && !is_known;
    });
    !has_others
}

/// Lowers an `omp.parallel`, which contains no other operation of `omp`.
pub fn lower<'c>(
    rw: &mut Rewriter<'_, 'c>,
    runtime: &mut Runtime<'_, 'c>,
    op: ParallelOp,
    is_independent: bool,
) -> Checked {
    let view = OpRef::new(rw, op.id());
    let has = |field: usize| !view.operand_field(field).is_empty();
    let fields =
        [ParallelOp::PRIVATE_VARS_OPERAND, ParallelOp::REDUCTION_VARS_OPERAND, ParallelOp::ALLOCATE_VARS_OPERAND];
    if fields.into_iter().any(has) {
        return Err(unsupported(view, "private, reduced and allocated variables of teams"));
    }
    let loc = view.loc();
    let captured = Captured::of(rw, op.region(rw));
    let attrs = is_independent.then(|| captured.alias_facts(rw)).flatten();
    let types: Vec<Type> = captured.values.iter().map(|&value| rw.ty(value)).collect();
    let stem = rw.symbol_name(rw.root()).map_or("", |name| name.str(rw.cx())).to_owned() + "..omp_par";
    let record = literal_struct(rw.cx(), &types);
    let region = op.region(rw);
    let inner = runtime.add_function(&format!("{stem}.region"), &types, attrs, loc, |body, entry| {
        fill_region(body, entry, rw, region, &captured);
    });
    let inputs = [pointer(rw.cx()); 3];
    let outer = runtime.add_function(&stem, &inputs, None, loc, |body, entry| {
        fill_unpacking(body, entry, inner, record, &types, loc);
    });
    rw.set_loc(loc);
    let block = alloca_block(rw, op.id());
    rw.at_start(block);
    let one = int_constant(rw, Type::I64, 1);
    let packed = alloca(rw, record, one);
    rw.before(op.id());
    for (index, &value) in captured.values.iter().enumerate() {
        let place = member(rw, record, packed, index);
        rw.create(StoreOp::build(value, place));
    }
    fork(rw, runtime, op, outer, packed);
    rw.erase(op);
    Ok(())
}

/// Calls the runtime to execute `function` with `argument` by a team with the clauses of `op`.
fn fork(rw: &mut Rewriter, runtime: &mut Runtime, op: ParallelOp, function: Ident, argument: Value) {
    let (condition, n_threads) = (op.if_expr(rw), op.num_threads(rw));
    let bind = op.proc_bind_kind(rw);
    if let Some(n) = n_threads {
        let thread = runtime.thread(rw);
        let n = match rw.ty(n).int_width(rw.cx()) {
            Some(32) => n,
            Some(width) if width > 32 => rw.value(TruncOp::build(Type::I32, n)),
            _ => rw.value(SExtOp::build(Type::I32, n)),
        };
        runtime.call(rw, &runtime::PUSH_THREADS, &[thread, n]);
    }
    if let Some(bind) = bind {
        let thread = runtime.thread(rw);
        let kind = int_constant(rw, Type::I32, bind_number(bind));
        runtime.call(rw, &runtime::PUSH_BIND, &[thread, kind]);
    }
    let one = int_constant(rw, Type::I32, 1);
    let function = rw.value(AddressOfOp::build(pointer(rw.cx()), rw.cx().symbol_ref(function)));
    match condition {
        None => runtime.call(rw, &runtime::FORK, &[one, function, argument]),
        Some(condition) => {
            let condition = rw.value(ZExtOp::build(Type::I32, condition));
            runtime.call(rw, &runtime::FORK_IF, &[one, function, condition, argument])
        }
    };
}

/// The encoding in the runtime (`kmp_proc_bind_t`).
fn bind_number(bind: ProcBindKind) -> i64 {
    match bind {
        ProcBindKind::Primary | ProcBindKind::Master => 2,
        ProcBindKind::Close => 3,
        ProcBindKind::Spread => 4,
    }
}

/// The address of a member of the structure at `place`.
fn member(rw: &mut Rewriter, record: Type, place: Value, index: usize) -> Value {
    let ty = pointer(rw.cx());
    gep(rw, ty, record, place, &[GepIndex::Constant(0), GepIndex::Constant(index as i32)])
}

/// The live-in values of a region.
struct Captured {
    /// Values, in the order of their first uses.
    values: Vec<Value>,
    /// Operations without operands, which are cloned into the region.
    constants: Vec<OpId>,
}

impl Captured {
    fn of(body: &Body, region: RegionId) -> Self {
        let (mut values, mut constants) = (Vec::new(), Vec::new());
        let (mut seen, mut blocks) = (FxHashSet::default(), FxHashSet::default());
        let owner = body.region_owner(region);
        let mut ops = Vec::new();
        body.walk_preorder(owner, |op| {
            blocks.extend(body.regions(op).iter().flat_map(|&region| body.blocks(region)));
            ops.push(op);
        });
        for value in ops.into_iter().filter(|&op| op != owner).flat_map(|op| body.operands(op)) {
            let is_inside = body.value_block(value).is_some_and(|block| blocks.contains(&block));
            if is_inside || !seen.insert(value) {
                continue;
            }
            match body.defining_op(value).filter(|&op| is_constant(body, op)) {
                Some(op) => constants.push(op),
                None => values.push(value),
            }
        }
        Self { values, constants }
    }

    /// For pointer arguments of the function that are `noalias`: the same attribute.
    fn alias_facts(&self, body: &Body) -> Option<Attr> {
        let cx = body.cx();
        let given = OpRef::root(body).get(LLVMFuncOp::arg_attrs)?;
        let entry = body.entry(body.region(body.root(), 0))?;
        let no_alias = cx.ident(NO_ALIAS);
        let places: FxHashMap<Value, usize> = body.args(entry).iter().enumerate().map(|(at, &arg)| (arg, at)).collect();
        let fact = |value: &Value| {
            let attrs = places.get(value).and_then(|&at| given.get(at).copied()).unwrap_or_default();
            cx.dict(attrs.iter().filter(|entry| entry.name == no_alias).copied().collect())
        };
        let facts: Vec<Attr> = self.values.iter().map(fact).collect();
        facts.iter().any(|&fact| fact != Attr::EMPTY_DICT).then(|| cx.array_attr(&facts))
    }
}

fn is_constant(body: &Body, op: OpId) -> bool {
    body.n_operands(op) == 0
        && body.n_results(op) == 1
        && (body.has_trait(op, TraitSet::CONSTANT_LIKE) || OpRef::new(body, op).is::<AddressOfOp>())
}

/// Clones `region` of `source` into the function at the root of `body`.
fn fill_region<'c>(body: &mut Body<'c>, entry: BlockId, source: &Body<'c>, region: RegionId, captured: &Captured) {
    let mut map = CloneMap::default();
    for &constant in &captured.constants {
        let copy = body.clone_op_from(source, constant, &mut map);
        body.append_op(entry, copy);
    }
    let args = body.args(entry).to_vec();
    map.values.extend(captured.values.iter().copied().zip(args));
    let home = body.region(body.root(), 0);
    body.clone_region_from(source, region, home, &mut map);
    let mut rw = Rewriter::new(body);
    let copied = rw.next_block(entry).expect("a team's region has a block");
    let blocks: Vec<BlockId> = rw.blocks(home).collect();
    rw.merge_blocks(copied, entry, &[]);
    for block in blocks.into_iter().filter(|&block| block != copied) {
        let end = rw.last_op(block).filter(|&end| OpRef::new(&rw, end).is::<TerminatorOp>());
        if let Some(end) = end {
            rw.replace_with(end, ReturnOp::build(None));
        }
    }
}

/// The function that the runtime calls: loads the members of its third argument, and calls `inner` with them.
fn fill_unpacking(body: &mut Body, entry: BlockId, inner: Ident, record: Type, types: &[Type], loc: Loc) {
    let cx = body.cx();
    let mut rw = Rewriter::new(body);
    rw.at_end(entry);
    rw.set_loc(loc);
    let packed = rw.arg(entry, 2);
    let load = |(index, &ty): (usize, &Type)| {
        let place = member(&mut rw, record, packed, index);
        rw.value(LoadOp::build(ty, place))
    };
    let values: Vec<Value> = types.iter().enumerate().map(load).collect();
    let ty = FunctionType::get(cx, VoidType::get(cx).ty(), types.to_vec(), false);
    call(&mut rw, inner.str(cx), ty, &values);
    rw.create(ReturnOp::build(None));
}
