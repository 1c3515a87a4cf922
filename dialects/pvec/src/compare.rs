//! `pvec.cmpp`: definition of predicates by conditions.

use rmlir::prelude::*;

use crate::types::{PredType, PredicateLike, bits_type};

/// The compare type of a predicate definition; see the table in the dialect's documentation.
#[attr(int = 32, called = "compare type")]
pub enum CompareType {
    /// The condition, or 0 where the guard is 0.
    Un,
    /// The negated condition, or 0 where the guard is 0.
    Uc,
    /// The condition, where the guard is 1.
    Cn,
    /// The negated condition, where the guard is 1.
    Cc,
    /// 1 where guard and condition are 1.
    On,
    /// 1 where the guard is 1 and the condition is 0.
    Oc,
    /// 0 where the guard is 1 and the condition is 0.
    An,
    /// 0 where guard and condition are 1.
    Ac,
}

impl CompareType {
    /// The keyword in the textual format.
    pub fn keyword(self) -> std::borrow::Cow<'static, str> {
        Self::ENUM.keyword(self.value()).expect("every case has a keyword")
    }

    /// Whether the result is the old value where the guard is 0.
    pub fn takes_old(self) -> bool {
        !matches!(self, Self::Un | Self::Uc)
    }

    /// The compare type with the same result for the negated condition.
    pub fn complement(self) -> Self {
        match self {
            Self::Un => Self::Uc,
            Self::Uc => Self::Un,
            Self::Cn => Self::Cc,
            Self::Cc => Self::Cn,
            Self::On => Self::Oc,
            Self::Oc => Self::On,
            Self::An => Self::Ac,
            Self::Ac => Self::An,
        }
    }
}

/// Defines one or two predicates by a condition, under a guard.
///
/// `condition` is the result of a machine's comparison; without a guard the definition is unconditional. Each result
/// has a compare type, and those whose type preserves old values have the old value as an operand, after `into`. The
/// pairs `on, ac` and `an, oc` are De Morgan pairs: they accumulate a disjunction together with its negation.
///
/// ```mlir
/// %then, %else = pvec.cmpp un, uc %c : !pvec.pred
/// %any = pvec.cmpp on %c if %then into %before : !pvec.pred
/// %m = pvec.cmpp un %lanes if %mask : !pvec.mask<8>
/// ```
#[op(name = "pvec.cmpp", traits(AttrSizedOperandSegments, Pure), interfaces(PoisonBehavior), eval, fold, verify = verify, parse = parse,
     print = print)]
pub struct CmppOp {
    /// The compare type of the first result.
    #[prop]
    first_type: CompareType,
    /// The compare type of the second result.
    #[prop]
    second_type: Option<CompareType>,
    #[operand]
    condition: BoolLike,
    #[operand]
    guard: Option<PredicateLike>,
    /// The old values of the results whose compare type preserves them.
    #[operand]
    olds: Vec<PredicateLike>,
    #[result]
    predicates: Vec<PredicateLike>,
}

impl PoisonBehavior for CmppOp {
    /// A result with an old value is poison if the old value is.
    fn may_make_poison(&self, _: OpRef) -> bool {
        false
    }
}

impl CmppOp {
    /// The compare types of the results.
    pub fn types_of(op: OpRef) -> Vec<CompareType> {
        let slots = [Self::FIRST_TYPE, Self::SECOND_TYPE].into_iter();
        slots.filter_map(|slot| op.prop(slot)).filter_map(|attr| CompareType::from_attr(op.cx(), attr)).collect()
    }

    /// Builds a definition of one or two predicates, each with its compare type and, if the
    /// type preserves it, the old value.
    pub fn of(
        cx: &Context,
        condition: Value,
        guard: Option<Value>,
        targets: &[(CompareType, Option<Value>)],
    ) -> Build<CmppOp> {
        Self::of_type(cx, PredType::get(cx).ty(), condition, guard, targets)
    }

    /// As [`Self::of`], of predicates or masks.
    pub fn of_type(
        cx: &Context,
        ty: Type,
        condition: Value,
        guard: Option<Value>,
        targets: &[(CompareType, Option<Value>)],
    ) -> Build<CmppOp> {
        let olds: Vec<Value> = targets.iter().filter_map(|&(_, old)| old).collect();
        let types = vec![ty; targets.len()];
        let guard: Vec<Value> = guard.into_iter().collect();
        let mut build = Build::new().operands(&[condition]).operands(&guard).operands(&olds).results(&types);
        for (slot, (ty, _)) in [Self::FIRST_TYPE, Self::SECOND_TYPE].into_iter().zip(targets) {
            build = build.prop(slot, ty.attr(cx));
        }
        build
    }
}

fn verify(op: OpRef) -> Checked {
    let types = CmppOp::types_of(op);
    if op.n_results() != types.len() {
        let (n, wanted) = (op.n_results(), types.len());
        return Err(op.error(format!("has {n} results and {wanted} compare types")));
    }
    let n_olds = op.get(CmppOp::olds).len();
    let wanted = types.iter().filter(|ty| ty.takes_old()).count();
    if n_olds != wanted {
        return Err(op.error(format!("takes {n_olds} old values, but its compare types keep {wanted}")));
    }
    let ty = op.result(0).ty();
    let others = op.operands().skip(1).chain(op.results());
    if others.into_iter().any(|value| value.ty() != ty) {
        return Err(op.error("requires the same type for guard, old values and results"));
    }
    if bits_type(op.cx(), ty) != Some(op.value(CmppOp::condition).ty()) {
        return Err(op.error("requires a condition with as many bits as the results have"));
    }
    Ok(())
}

fn parse(parser: &mut dyn OpAsmParser, state: &mut OpState) -> Parsed<()> {
    for slot in [CmppOp::FIRST_TYPE, CmppOp::SECOND_TYPE] {
        let number = parser.asm().enum_keyword(CompareType::ENUM)?;
        let attr = parser.cx().int_attr(Type::I32, number as i64);
        state.set_prop(slot, attr);
        if !parser.try_token(",") {
            break;
        }
    }
    let condition = parser.operand()?;
    let guard = if parser.try_token("if") { Some(parser.operand()?) } else { None };
    let olds = if parser.try_token("into") { parser.operand_list(Delimiter::None)? } else { Vec::new() };
    parser.attr_dict(state)?;
    let pos = parser.pos();
    let ty = parser.asm().colon_type()?;
    let Some(bits) = bits_type(parser.cx(), ty) else {
        return Err(parser.error_at(pos, "expected the type of a predicate or mask"));
    };
    parser.resolve_same(&[condition], bits, state)?;
    let n_guards = guard.iter().len();
    parser.resolve_same(&guard.into_iter().collect::<Vec<_>>(), ty, state)?;
    parser.resolve_same(&olds, ty, state)?;
    state.set_prop(CmppOp::OPERAND_SEGMENT_SIZES, parser.cx().i32_array(&[1, n_guards as i32, olds.len() as i32]));
    let n_results = state.props.get(CmppOp::SECOND_TYPE).is_some_and(|attr| attr.present().is_some());
    state.result_types = vec![ty; 1 + usize::from(n_results)].into();
    Ok(())
}

fn print(printer: &mut dyn AsmPrinter, op: OpRef) {
    for (at, ty) in CmppOp::types_of(op).into_iter().enumerate() {
        printer.text(if at == 0 { " " } else { ", " });
        printer.text(&ty.keyword());
    }
    printer.text(" ");
    printer.operand(op.value(CmppOp::condition));
    if let Some(&guard) = op.values(CmppOp::guard).first() {
        printer.text(" if ");
        printer.operand(guard);
    }
    let olds = op.values(CmppOp::olds);
    if !olds.is_empty() {
        printer.text(" into ");
        printer.operands(olds);
    }
    printer.attr_dict(op, &["first_type", "second_type", "operandSegmentSizes"]);
    printer.text(" : ");
    printer.ty(op.result(0).ty());
}
