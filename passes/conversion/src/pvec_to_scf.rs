//! Predicates as bits: lowering of `pvec` to `arith.select`, `scf.if` and constants.
//!
//! A definition becomes selects, never a plain `and`: a poison condition must be irrelevant where the guard is false.
//! Values of predicate type that other operations forward, such as loops, are converted to bits.

use rmlir::core::function;
use rmlir::prelude::*;
use rmlir_arith::{ConstantOp, SelectOp as ArithSelectOp, XOrIOp, elements};
use rmlir_pvec as pvec;
use rmlir_pvec::*;
use rmlir_scf::IfOp;
use rmlir_ub::PoisonOp;

/// Convert predicates to bits, guards to conditionals.
///
/// ```mlir
/// %p = pvec.cmpp un %c if %g : !pvec.pred
/// pvec.guard %p {
///   memref.store %v, %m[] : memref<i32>
/// }
/// // becomes
/// %false = arith.constant false
/// %p = arith.select %g, %c, %false : i1
/// scf.if %p {
///   memref.store %v, %m[] : memref<i32>
/// }
/// ```
#[pass(name = "convert-pvec-to-scf", anchor = "func.func", depends(rmlir_arith::Arith, rmlir_scf::Scf, rmlir_ub::Ub))]
pub fn convert_pvec_to_scf(cx: &mut PassCx) -> PassResult {
    lower_predicates(&mut cx.rewriter());
    Ok(())
}

/// Converts all predicates and guards of a body.
pub fn lower_predicates(rw: &mut Rewriter) {
    let mut ops = Vec::new();
    rw.walk_preorder(rw.root(), |op| ops.push(op));
    for op in ops {
        retype(rw, op);
        lower(rw, op);
    }
    retype_signature(rw);
}

/// Converts the predicate arguments and results of a function to bits.
fn retype_signature(rw: &mut Rewriter) {
    let root = OpRef::root(rw);
    let Some(function) = root.interface::<dyn FunctionOp>() else { return };
    let (inputs, results) = function::types_of(root, function.type_prop());
    let bits = |types: &[Type]| -> Vec<Type> { types.iter().map(|&ty| bits_type(rw.cx(), ty).unwrap_or(ty)).collect() };
    let ty = rw.cx().type_attr(rw.cx().function_type(&bits(&inputs), &bits(&results)));
    if root.prop(function.type_prop()) != Some(ty) {
        rw.set_prop(rw.root(), function.type_prop(), ty);
    }
}

/// Converts the types of the results of other operations and of the arguments of their blocks to bits.
fn retype(rw: &mut Rewriter, op: OpId) {
    let blocks: Vec<BlockId> = rw.regions(op).iter().flat_map(|&region| rw.blocks(region)).collect();
    let args = blocks.iter().flat_map(|&block| rw.args(block)).copied();
    let is_own = rw.name(op).str(rw.cx()).starts_with("pvec.");
    let results = rw.results(op).iter().copied().filter(|_| !is_own);
    let values: Vec<Value> = args.chain(results).collect();
    for value in values {
        if let Some(bits) = bits_type(rw.cx(), rw.ty(value)) {
            rw.set_type(value, bits);
        }
    }
}

/// A builder of selects on bits.
struct Bits<'r, 'a, 'c> {
    rw: &'r mut Rewriter<'a, 'c>,
    ty: Type,
}

impl Bits<'_, '_, '_> {
    fn constant(&mut self, bit: bool) -> Value {
        let attr = elements::splat_attr(self.rw.cx(), self.ty, self.rw.cx().bool_attr(bit));
        self.rw.value(ConstantOp::build(attr))
    }

    fn not(&mut self, bits: Value) -> Value {
        let ones = self.constant(true);
        self.rw.value(XOrIOp::build(bits, ones))
    }

    fn select(&mut self, condition: Value, then: Value, otherwise: Value) -> Value {
        self.rw.value(ArithSelectOp::build(condition, then, otherwise))
    }

    /// The value of a compare type for a condition.
    fn compared(&mut self, ty: CompareType, guard: Option<Value>, condition: Value, old: Option<Value>) -> Value {
        use CompareType::*;
        let condition = if matches!(ty, Uc | Cc | Oc | An) { self.not(condition) } else { condition };
        let off = match (ty, old) {
            (Un | Uc, _) | (_, None) => self.constant(false),
            (_, Some(old)) => old,
        };
        // The value where guard and condition hold, for compare types that have no effect where the condition is false.
        let set = match ty {
            On | Oc => Some(true),
            An | Ac => Some(false),
            Un | Uc | Cn | Cc => None,
        };
        match (set, guard) {
            (None, None) => condition,
            (None, Some(guard)) => self.select(guard, condition, off),
            (Some(set), guard) => {
                let never = self.constant(false);
                let both = guard.map_or(condition, |guard| self.select(guard, condition, never));
                let set = self.constant(set);
                self.select(both, set, off)
            }
        }
    }
}

fn lower(rw: &mut Rewriter, op: OpId) {
    let view = OpRef::new(rw, op);
    let ty = view.results().next().map_or(Type::I1, ValueRef::ty);
    let ty = bits_type(rw.cx(), ty).unwrap_or(ty);
    let name = view.name().str(rw.cx());
    let operands: Vec<Value> = rw.operands(op).collect();
    rw.before(op);
    rw.set_loc(rw.loc(op));
    let mut bits = Bits { rw, ty };
    let value = match name {
        pvec::CmppOp::NAME => return lower_definition(bits, op),
        pvec::GuardOp::NAME => return lower_guard(rw, op),
        pvec::CallOp::NAME => return lower_call(rw, op),
        pvec::YieldOp::NAME => {
            rw.create(rmlir_scf::YieldOp::build(&operands));
            rw.erase(op);
            return;
        }
        pvec::PtrueOp::NAME => bits.constant(true),
        pvec::PclearOp::NAME => bits.constant(false),
        pvec::UndefOp::NAME => rw.value(PoisonOp::build(ty)),
        pvec::BitsOp::NAME => operands[0],
        pvec::PnotOp::NAME => bits.not(operands[0]),
        pvec::PandOp::NAME => {
            let never = bits.constant(false);
            bits.select(operands[0], operands[1], never)
        }
        pvec::PandnOp::NAME => {
            let (never, second) = (bits.constant(false), bits.not(operands[1]));
            bits.select(operands[0], second, never)
        }
        pvec::PorOp::NAME => {
            let always = bits.constant(true);
            bits.select(operands[0], always, operands[1])
        }
        pvec::SelectOp::NAME => bits.select(operands[0], operands[1], operands[2]),
        pvec::BlendOp::NAME => {
            let (values, predicates) = operands.split_at(operands.len() / 2);
            let (&last, others) = values.split_last().expect("a blend has a value");
            let pairs = others.iter().zip(predicates).rev();
            pairs.fold(last, |chosen, (&value, &predicate)| bits.select(predicate, value, chosen))
        }
        _ => return,
    };
    rw.replace(op, [value]);
}

fn lower_definition(mut bits: Bits, op: OpId) {
    let view = OpRef::new(bits.rw, op);
    let (condition, types) = (view.get(CmppOp::condition), CmppOp::types_of(view));
    let [guards, olds] = [CmppOp::GUARD_OPERAND, CmppOp::OLDS_OPERAND]
        .map(|field| view.operand_field(field).iter().map(|value| value.id).collect::<Vec<Value>>());
    let mut olds = olds.into_iter();
    let mut values = Vec::new();
    for ty in types {
        let old = ty.takes_old().then(|| olds.next()).flatten();
        values.push(bits.compared(ty, guards.first().copied(), condition, old));
    }
    bits.rw.replace(op, values);
}

/// The mask becomes an ordinary argument.
fn lower_call(rw: &mut Rewriter, op: OpId) {
    let operands: Vec<Value> = rw.operands(op).collect();
    let types: Vec<Type> = rw.result_types(op).map(|ty| bits_type(rw.cx(), ty).unwrap_or(ty)).collect();
    let callee = OpRef::new(rw, op).prop(rmlir_pvec::CallOp::CALLEE).expect("a call names its callee");
    let new = rw.create(rmlir_func::CallOp::build(&types, &operands, callee));
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results);
}

fn lower_guard(rw: &mut Rewriter, op: OpId) {
    let operands: Vec<Value> = rw.operands(op).collect();
    let types: Vec<Type> = rw.results(op).iter().map(|&result| rw.ty(result)).collect();
    let types: Vec<Type> = types.into_iter().map(|ty| bits_type(rw.cx(), ty).unwrap_or(ty)).collect();
    let new = rw.create(IfOp::build(&types, operands[0]));
    rw.take_blocks(rw.region(op, 0), new.thenRegion(rw));
    if !types.is_empty() {
        let region = new.elseRegion(rw);
        rw.create_block(region, &[], &[]);
        rw.create(rmlir_scf::YieldOp::build(&operands[1..]));
    }
    let results = rw.results(new.id()).to_vec();
    rw.replace(op, results);
}
