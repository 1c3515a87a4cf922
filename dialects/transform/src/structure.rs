//! Transform operations with regions: sequences, loops and alternatives.

use rmlir::analysis::callgraph::CallGraph;
use rmlir::analysis::program::Program;
use rmlir::core::function;
use rmlir::core::opdef::{DirectiveArg, DirectiveField};
use rmlir::core::symbol::SymbolScope;
use rmlir::prelude::*;

use crate::annotations::{check_marks, marked_as_consumed};
use crate::effects::{self, HANDLES, OnPayload, PAYLOAD, on_handles, replaces_payload};
use crate::handle_effects;
use crate::interface::{Applied, Failure, Results, TransformOp};
use crate::interpret::{FailurePropagationMode, run_block};
use crate::payload::{Mapped, PayloadOp};
use crate::state::TransformState;
use crate::types::{AnyHandleOrParam, TransformHandle, handle_kind};

handle_effects! {
    alternatives_effects => AlternativesOp;
    foreach_effects => ForeachOp;
    include_effects => IncludeOp;
    none => NamedSequenceOp;
    sequence_effects => SequenceOp;
    on_handles => YieldOp;
}

fn none(_op: OpRef) -> Vec<Effect> {
    Vec::new()
}

/// The operations of the block in the first region.
fn inside(op: OpRef<'_>) -> impl Iterator<Item = OpRef<'_>> {
    op.region(0).entry().into_iter().flat_map(|block| block.ops())
}

fn args<'a>(op: OpRef<'a>, region: usize) -> impl Iterator<Item = ValueRef<'a>> {
    op.region(region).entry().into_iter().flat_map(|block| block.args())
}

/// The arguments of the regions are new handles.
fn alternatives_effects(op: OpRef) -> Vec<Effect> {
    let mut all = replaces_payload(op);
    for arg in (0..op.n_regions()).flat_map(|region| args(op, region)) {
        let kinds = [EffectKind::Allocate, EffectKind::Write];
        all.extend(kinds.map(|kind| Effect { resource: HANDLES, ..Effect::on(kind, arg.id) }));
    }
    all
}

/// An operand is consumed if its region argument is; the effect on payload is that of the region.
fn foreach_effects(op: OpRef) -> Vec<Effect> {
    let last = inside(op).last();
    let body: Vec<OpRef> = inside(op).filter(|&inner| Some(inner) != last).collect();
    let args: Vec<Value> = args(op, 0).map(|arg| arg.id).collect();
    let is_consumed =
        |index: usize| args.get(index).is_some_and(|&arg| body.iter().any(|&inner| effects::consumes(inner, arg)));
    let payload = body.iter().map(|&inner| effects::on_payload(inner));
    let payload = payload.max_by_key(|&payload| payload as u8).unwrap_or(OnPayload::Nothing);
    effects::effects(op, is_consumed, payload)
}

/// The operands are consumed that the sequence consumes; payload is modified in any case.
fn include_effects(op: OpRef) -> Vec<Effect> {
    let mut around = op.parent();
    while let Some(outer) = around.take_if(|outer| !outer.has(TraitSet::SYMBOL_TABLE)) {
        around = outer.parent();
    }
    let found = around.and_then(|table| SymbolScope::new(table).lookup(op.get(IncludeOp::target)));
    let sequence = found.filter(|found| found.is::<NamedSequenceOp>());
    let consumed = sequence.map(|sequence| consumed_by(op, sequence)).unwrap_or_default();
    effects::effects(op, |index| consumed.contains(&index), OnPayload::Modifies)
}

/// The effects of the region: all of them if it is applied to the payload root; otherwise those on payload, and those
/// on arguments, which apply to the operands.
fn sequence_effects(op: OpRef) -> Vec<Effect> {
    let mut all = on_handles(op);
    let args: Vec<Value> = args(op, 0).map(|arg| arg.id).collect();
    let operands: Vec<Value> = op.operands().map(|operand| operand.id).collect();
    for inner in inside(op) {
        let Some(interface) = inner.interface::<dyn MemoryEffects>() else { continue };
        for effect in interface.effects(inner) {
            let arg = match effect.target {
                EffectTarget::Value(value) => args.iter().position(|&arg| arg == value),
                _ => None,
            };
            match arg.and_then(|index| operands.get(index)) {
                Some(&operand) => all.push(Effect { target: EffectTarget::Value(operand), ..effect }),
                None if operands.is_empty() || effect.resource == PAYLOAD => all.push(effect),
                None => {}
            }
        }
    }
    all
}

/// A sequence that can be called by name.
///
/// ```mlir
/// transform.named_sequence @f(%loops: !transform.any_op {transform.readonly}) -> !transform.any_op {
///   transform.yield %loops : !transform.any_op
/// }
/// ```
#[op(
    name = "transform.named_sequence",
    traits(IsolatedFromAbove, Symbol),
    interfaces(Callable, FunctionOp, SymbolOp, MemoryEffects, TransformOp),
    verify = verify_named_sequence,
    parse = parse_named_sequence,
    print = print_named_sequence
)]
pub struct NamedSequenceOp {
    #[prop]
    sym_name: SymbolNameAttr,
    #[prop]
    function_type: FunctionTypeAttr,
    #[prop]
    sym_visibility: Option<StrAttr>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[region]
    body: AtMostOneBlock,
}

fn signature(op: OpRef) -> (Vec<Type>, Vec<Type>) {
    function::types_of(op, NamedSequenceOp::FUNCTION_TYPE)
}

impl FunctionOp for NamedSequenceOp {
    fn type_prop(&self) -> usize {
        NamedSequenceOp::FUNCTION_TYPE
    }
    fn attr_props(&self) -> (usize, usize) {
        (NamedSequenceOp::ARG_ATTRS, NamedSequenceOp::RES_ATTRS)
    }
}

impl Callable for NamedSequenceOp {}

impl SymbolOp for NamedSequenceOp {}

impl TransformOp for NamedSequenceOp {
    /// A definition has no effect when it is applied.
    fn apply(&self, _op: OpRef, _state: &mut TransformState, _results: &mut Results) -> Applied {
        Ok(())
    }
}

fn parse_named_sequence(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    function::parse(parser, state)
}

fn print_named_sequence(printer: &mut dyn AsmPrinter, op: OpRef) {
    function::print(printer, op, false, &[]);
}

fn verify_named_sequence(op: OpRef) -> Checked {
    function::verify(op)?;
    let Some(block) = op.region(0).entry() else { return check_marks(op, false) };
    for child in block.ops().filter(|&child| Some(child) != block.last_op()) {
        if child.interface::<dyn TransformOp>().is_none() {
            let error = child.plain_error("expected children ops to implement TransformOpInterface");
            let error = error.without_operation().note(child.loc().place(op.cx()), "op without interface");
            return Err(Box::new(error));
        }
    }
    let Some(end) = block.terminator().filter(|end| end.is::<YieldOp>()) else {
        let Some(last) = block.last_op() else { return Err(op.error("expected a non-empty body block")) };
        let error = op.error("expected 'transform.yield' as terminator");
        return Err(Box::new(error.note(last.loc().place(op.cx()), "terminator")));
    };
    let results = signature(op).1;
    if end.n_operands() != results.len() {
        return Err(end.error("expected terminator to have as many operands as the parent op has results"));
    }
    for (index, (operand, &wanted)) in end.operands().zip(&results).enumerate() {
        if operand.ty() != wanted {
            let (got, wanted) = (op.cx().show_type(operand.ty()), op.cx().show_type(wanted));
            return Err(end.error(format!(
                "the type of the terminator operand #{index} must match the type of the corresponding parent op result \
                 ('{got}' vs '{wanted}')"
            )));
        }
    }
    check_marks(op, false)
}

/// Terminates a sequence and yields its results.
#[op(
    name = "transform.yield",
    traits(Terminator),
    interfaces(MemoryEffects),
    format = "operands attr-dict (`:` type($operands)^)?"
)]
pub struct YieldOp {
    #[operand]
    operands: Vec<AnyHandleOrParam>,
}

/// An unnamed sequence, which is applied where it is defined, to its operands or to the payload root.
///
/// ```mlir
/// transform.sequence %root : !transform.any_op failures(suppress) {
/// ^bb0(%arg0: !transform.any_op):
///   transform.yield
/// }
/// ```
#[op(
    name = "transform.sequence",
    traits(AttrSizedOperandSegments, SingleBlock),
    terminator = "transform.yield",
    interfaces(AsmNames, MemoryEffects, TransformOp),
    custom(SequenceOpOperands = (parse_bindings, print_bindings)),
    format = "custom<SequenceOpOperands>($root, type($root), $extra_bindings, type($extra_bindings)) \
              (`->` type($results)^)? `failures` `(` $failure_propagation_mode `)` attr-dict-with-keyword regions"
)]
pub struct SequenceOp {
    #[prop]
    failure_propagation_mode: FailurePropagationMode,
    #[operand]
    root: Option<TransformHandle>,
    #[operand]
    extra_bindings: Vec<AnyHandleOrParam>,
    #[result]
    results: Vec<TransformHandle>,
    #[region]
    body: SizedRegion1,
}

impl AsmNames for SequenceOp {
    fn default_dialect(&self, _op: OpRef) -> Option<&'static str> {
        Some("transform")
    }
}

fn parse_bindings(parser: &mut dyn OpAsmParser, _state: &mut OpState, args: &mut [DirectiveArg]) -> Parsed<bool> {
    let Some(root) = parser.try_operand()? else { return Ok(true) };
    let mut extra = Vec::new();
    while parser.try_token(",") {
        extra.push(parser.operand()?);
    }
    let place = parser.pos();
    parser.asm().token(":")?;
    // As in upstream, either parenthesis is optional.
    parser.try_token("(");
    let root_type = parser.asm().parse_type()?;
    let mut extra_types = Vec::new();
    if !extra.is_empty() {
        parser.asm().token(",")?;
        extra_types.push(parser.asm().parse_type()?);
        while parser.try_token(",") {
            extra_types.push(parser.asm().parse_type()?);
        }
    }
    if extra_types.len() != extra.len() {
        return Err(parser.asm().error_at(place, "expected types to be provided for all operands"));
    }
    parser.try_token(")");
    args[0] = DirectiveArg::Operands(vec![root]);
    args[1] = DirectiveArg::Types(vec![root_type]);
    args[2] = DirectiveArg::Operands(extra);
    args[3] = DirectiveArg::Types(extra_types);
    Ok(true)
}

fn print_bindings(printer: &mut dyn AsmPrinter, op: OpRef, _args: &[DirectiveField]) {
    let types: Vec<Type> = op.operands().map(ValueRef::ty).collect();
    if types.is_empty() {
        return;
    }
    printer.operands(op.operands());
    printer.text(" : ");
    printer.text(if types.len() > 1 { "(" } else { "" });
    printer.types(types.iter().copied());
    printer.text(if types.len() > 1 { ")" } else { "" });
}

impl TransformOp for SequenceOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let block = op.region(0).entry().expect("a sequence has a block");
        let mut bindings: Vec<Mapped> = op.operands().map(|operand| state.mapped(operand)).collect();
        if bindings.is_empty() {
            bindings.push(Mapped::Ops(vec![state.root().clone()]));
        }
        for (arg, mapped) in block.args().zip(bindings) {
            state.map(arg, mapped);
        }
        let yielded = run_block(state, block, op.get(SequenceOp::failure_propagation_mode))?;
        set_all(results, yielded);
        Ok(())
    }
}

fn set_all(results: &mut Results, yielded: Vec<Mapped>) {
    for (index, mapped) in yielded.into_iter().enumerate() {
        results.set(index, mapped);
    }
}

/// Applies a named sequence.
#[op(
    name = "transform.include",
    interfaces(CallOp, MemoryEffects, SymbolUser, TransformOp),
    format = "$target `failures` `(` $failure_propagation_mode `)` `(` $operands `)` attr-dict `:` \
              functional-type($operands, $results)"
)]
pub struct IncludeOp {
    #[prop]
    target: SymbolRefAttr,
    #[prop]
    failure_propagation_mode: FailurePropagationMode,
    #[operand]
    operands: Vec<AnyHandleOrParam>,
    #[prop]
    arg_attrs: Option<DictArrayAttr>,
    #[prop]
    res_attrs: Option<DictArrayAttr>,
    #[result]
    results: Vec<AnyHandleOrParam>,
}

impl CallOp for IncludeOp {
    fn callee_prop(&self) -> Option<usize> {
        Some(IncludeOp::TARGET)
    }
}

impl TransformOp for IncludeOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let Some(sequence) = state.sequence(op, op.get(IncludeOp::target)) else {
            return Err(Failure::definite(op, "does not reference a named transform sequence"));
        };
        let Some(block) = sequence.region(0).entry() else {
            return Err(Failure::definite(op, "unresolved external named sequence"));
        };
        let bindings: Vec<Mapped> = op.operands().map(|operand| state.mapped(operand)).collect();
        for (arg, mapped) in block.args().zip(bindings) {
            state.map(arg, mapped);
        }
        let yielded = run_block(state, block, op.get(IncludeOp::failure_propagation_mode))?;
        set_all(results, yielded);
        Ok(())
    }

    /// The operands are consumed that the sequence consumes.
    fn consumes(&self, op: OpRef, state: &TransformState) -> Vec<usize> {
        let sequence = state.sequence(op, op.get(IncludeOp::target));
        sequence.map(|sequence| consumed_by(op, sequence)).unwrap_or_default()
    }
}

impl SymbolUser for IncludeOp {
    fn verify_symbol_uses(&self, op: OpRef, symbols: &mut SymbolScope) -> Checked {
        let cx = op.cx();
        let found = symbols.lookup(op.get(IncludeOp::target));
        let Some(sequence) = found.filter(|found| found.is::<NamedSequenceOp>()) else {
            return Err(op.error("does not reference a named transform sequence"));
        };
        let (inputs, results) = function::types_of(sequence, NamedSequenceOp::FUNCTION_TYPE);
        if inputs.len() != op.n_operands() {
            return Err(op.plain_error("incorrect number of operands for callee"));
        }
        for (index, (&wanted, operand)) in inputs.iter().zip(op.operands()).enumerate() {
            if operand.ty() != wanted {
                let (wanted, given) = (cx.show_type(wanted), cx.show_type(operand.ty()));
                return Err(op.error(format!(
                    "operand type mismatch: expected operand type '{wanted}', but provided '{given}' for operand number \
                     {index}"
                )));
            }
        }
        if results.len() != op.n_results() {
            return Err(op.plain_error("incorrect number of results for callee"));
        }
        for (index, (&wanted, result)) in results.iter().zip(op.results()).enumerate() {
            if handle_kind(cx, wanted) != handle_kind(cx, result.ty()) {
                return Err(op.error(format!(
                    "type of result #{index} must implement the same transform dialect interface as the corresponding \
                     callee result"
                )));
            }
        }
        check_marks(sequence, true)
    }
}

/// The indices of the operands of `op` that `sequence`, which it includes, consumes.
fn consumed_by(op: OpRef, sequence: OpRef) -> Vec<usize> {
    let marked = marked_as_consumed(sequence);
    (0..op.n_operands()).filter(|&index| marked.get(index) == Some(&true)).collect()
}

impl<'a> TransformState<'a, '_> {
    /// The state for a script that is a copy of the content of the payload.
    pub fn with_origins(self) -> Self {
        self.with_origins_of(|op| op.is::<NamedSequenceOp>())
    }

    /// The sequence that `symbol` refers to at `op` of the script.
    pub fn sequence(&self, op: OpRef, symbol: SymbolRef) -> Option<OpRef<'a>> {
        let found = self.resolve(self.of_script(op)?, symbol)?;
        Some(found).filter(|found| found.is::<NamedSequenceOp>())
    }
}

/// The named sequence `name` directly in `script`, or else the first one nested in it.
pub fn find_sequence<'a>(script: OpRef<'a>, name: &str) -> Option<OpRef<'a>> {
    let is_it = |op: OpRef| op.is::<NamedSequenceOp>() && op.symbol_name().is_some_and(|own| own.str(op.cx()) == name);
    let direct =
        script.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops()).find(|&op| is_it(op));
    let mut found = direct;
    if found.is_none() {
        script.walk_preorder(|op| found = found.or(Some(op).filter(|&op| is_it(op))));
    }
    found
}

/// Verifies that no callable in `table` is recursive, directly or indirectly.
pub fn check_no_recursion(table: OpRef) -> Checked {
    let program = Program::new(table.region(0).body);
    let graph = CallGraph::new(&program);
    let calls_itself = |id| graph.node(id).edges.iter().any(|edge| edge.target() == id);
    for component in graph.components() {
        let callables: Vec<OpRef> =
            component.iter().map(|&id| OpRef::root(program.body(graph.node(id).body))).collect();
        let (Some(&first), Some((error_at, others))) = (component.first(), callables.split_first()) else { continue };
        if others.is_empty() && !calls_itself(first) {
            continue;
        }
        let mut error = error_at.plain_error("recursion not allowed in named sequences").without_operation();
        for other in others {
            error = error.note(other.loc().place(table.cx()), "operation on recursion stack");
        }
        return Err(Box::new(error));
    }
    Ok(())
}

/// Applies its body once for each payload that a handle is mapped to, or for each tuple of them.
#[op(
    name = "transform.foreach",
    traits(SingleBlock),
    terminator = "transform.yield",
    interfaces(MemoryEffects, TransformOp),
    verify = verify_foreach,
    format = "$targets oilist(`with_zip_shortest` $with_zip_shortest) `:` type($targets) (`->` type($results)^)? $body \
              attr-dict"
)]
pub struct ForeachOp {
    #[operand]
    targets: Vec<AnyHandleOrParam>,
    #[prop]
    with_zip_shortest: UnitAttr,
    #[result]
    results: Vec<AnyHandleOrParam>,
    #[region]
    body: SizedRegion1,
}

fn verify_foreach(op: OpRef) -> Checked {
    let Some(block) = op.region(0).entry() else { return Ok(()) };
    if block.args().len() != op.n_operands() {
        let (targets, args) = (op.n_operands(), block.args().len());
        return Err(
            op.error(format!("expects the same number of targets as body has block arguments: {targets} vs {args}"))
        );
    }
    Ok(())
}

impl TransformOp for ForeachOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let block = op.region(0).entry().expect("a loop has a block");
        let targets: Vec<Mapped> = op.operands().map(|operand| state.mapped(operand)).collect();
        let lengths = || targets.iter().map(Mapped::len);
        let is_zipped = op.get(ForeachOp::with_zip_shortest);
        let n = if is_zipped { lengths().min() } else { lengths().next() }.unwrap_or(0);
        if let Some(index) = lengths().position(|length| length != n).filter(|_| !is_zipped) {
            let (length, target) = (targets[index].len(), state.describe(op.operand(index)));
            let message =
                format!("prior targets' payload size ({n}) differs from payload size ({length}) of target {target}");
            return Err(Failure::silenceable(op, message));
        }
        let mut gathered: Vec<Option<Mapped>> = vec![None; op.n_results()];
        for index in 0..n {
            for (arg, target) in block.args().zip(&targets) {
                state.map(arg, target.part(index..index + 1));
            }
            let yielded = run_block(state, block, FailurePropagationMode::Propagate)?;
            for (all, mapped) in gathered.iter_mut().zip(yielded) {
                match all {
                    Some(all) => all.extend(mapped),
                    None => *all = Some(mapped),
                }
            }
        }
        set_all(results, gathered.into_iter().flatten().collect());
        Ok(())
    }
}

/// Applies its regions in order to copies of isolated operations, until one succeeds.
///
/// The payload of the first region that succeeds is kept; if all fail, the failure is silenceable.
#[op(
    name = "transform.alternatives",
    traits(IsolatedFromAbove, SingleBlock),
    terminator = "transform.yield",
    interfaces(MemoryEffects, TransformOp),
    format = "($scope^ `:` type($scope))? (`->` type($results)^)? attr-dict-with-keyword regions"
)]
pub struct AlternativesOp {
    #[operand]
    scope: Option<TransformHandle>,
    #[result]
    results: Vec<TransformHandle>,
    #[region]
    alternatives: Vec<SizedRegion1>,
}

impl TransformOp for AlternativesOp {
    fn apply(&self, op: OpRef, state: &mut TransformState, results: &mut Results) -> Applied {
        let scope = op.operands().next();
        let originals = scope.map_or_else(|| vec![state.root().clone()], |scope| state.ops(scope));
        for original in &originals {
            let view = state.op(original);
            if !view.has(TraitSet::ISOLATED_FROM_ABOVE) {
                let failure = Failure::definite(op, "only isolated-from-above ops can be alternative scopes");
                return Err(failure.note(view, "scope"));
            }
            if view.body.nested(view.id).is_none() {
                let failure = Failure::definite(op, "scope must not contain the transforms being applied");
                return Err(failure.note(view, "scope"));
            }
        }
        for region in op.regions() {
            let block = region.entry().expect("an alternative has a block");
            let saved: Vec<_> = originals.iter().map(|original| state.save(original)).collect();
            if let Some(arg) = block.args().next() {
                state.map(arg, Mapped::Ops(originals.clone()));
            }
            match run_block(state, block, FailurePropagationMode::Propagate) {
                Ok(yielded) => {
                    set_all(results, yielded);
                    return Ok(());
                }
                Err(Failure::Silenceable(_)) => {
                    for (original, body) in originals.iter().zip(saved) {
                        state.restore(original, body);
                    }
                }
                Err(definite) => return Err(definite),
            }
        }
        Err(Failure::silenceable(op, "all alternatives failed"))
    }
}

impl<'c> TransformState<'_, 'c> {
    /// A copy of the body of an isolated operation.
    fn save(&self, payload: &PayloadOp) -> Box<Body<'c>> {
        self.nested(payload).clone_body()
    }

    /// Restores the body of an isolated operation.
    fn restore(&mut self, payload: &PayloadOp, body: Box<Body<'c>>) {
        self.rewrite(&payload.path, |rw| {
            rw.body_mut().detach(payload.op);
            rw.body_mut().attach(payload.op, body);
        });
    }
}
