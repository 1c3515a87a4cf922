//! Comparisons and selections.

use rmlir::prelude::*;
use rmlir_arith::{CmpFOp, CmpFPredicate, CmpIOp, CmpIPredicate};
use rmlir_hexagon::code::{Inst, Operand, Reg};
use rmlir_hexagon::op::{File, Kind, Op};
use rmlir_hexagon::table as t;

use super::state::{Selected, Selector};
use super::view::Guard;

/// A comparison as an instruction: whether its operands are swapped, and whether its result is the inverse.
struct Test {
    op: &'static Op,
    swaps: bool,
    inverts: bool,
}

const fn test(op: &'static Op, swaps: bool, inverts: bool) -> Test {
    Test { op, swaps, inverts }
}

/// The instructions that compare integers of 32 bits, with an immediate, and of 64 bits: equal, greater, and greater of
/// unsigned ones.
type Comparisons = [&'static Op; 3];
const WORDS: Comparisons = [&t::CMP_EQ, &t::CMP_GT, &t::CMP_GTU];
const IMMEDIATES: Comparisons = [&t::CMP_EQ_I, &t::CMP_GT_I, &t::CMP_GTU_I];
const PAIRS: Comparisons = [&t::CMP_EQ_D, &t::CMP_GT_D, &t::CMP_GTU_D];

/// The comparison of a predicate, one of [`WORDS`] and the like.
fn test_of(predicate: CmpIPredicate, [equal, greater, above]: Comparisons) -> Test {
    use CmpIPredicate as C;
    match predicate {
        C::Eq => test(equal, false, false),
        C::Ne => test(equal, false, true),
        C::Sgt => test(greater, false, false),
        C::Slt => test(greater, true, false),
        C::Sle => test(greater, false, true),
        C::Sge => test(greater, true, true),
        C::Ugt => test(above, false, false),
        C::Ult => test(above, true, false),
        C::Ule => test(above, false, true),
        C::Uge => test(above, true, true),
    }
}

fn is_signed(predicate: CmpIPredicate) -> bool {
    use CmpIPredicate as C;
    matches!(predicate, C::Slt | C::Sle | C::Sgt | C::Sge)
}

impl<'a> Selector<'a> {
    pub(super) fn comparison(&mut self, op: OpRef<'a>) -> Selected<()> {
        if let Some(compare) = op.cast::<CmpIOp>() {
            let (reg, is_inverse) =
                self.compare(op, compare.predicate(self.body), op.operand(0).id, op.operand(1).id)?;
            self.define_predicate(op.result(0).id, reg, is_inverse);
            return Ok(());
        }
        match op.cast::<CmpFOp>() {
            Some(compare) => self.compare_floats(op, compare.predicate(self.body)),
            None => self.selection(op),
        }
    }

    /// The result of a comparison, and whether it is the inverse.
    pub(super) fn compare(
        &mut self,
        op: OpRef<'a>,
        predicate: CmpIPredicate,
        a: Value,
        b: Value,
    ) -> Selected<(Reg, bool)> {
        let width = self.width(a);
        if width > 32 {
            let (test, is_signed) = (test_of(predicate, PAIRS), is_signed(predicate));
            let (a, b) = (self.extended(op, a, is_signed)?, self.extended(op, b, is_signed)?);
            let operands = if test.swaps { [b, a] } else { [a, b] };
            return Ok((self.of(test.op, &operands), test.inverts));
        }
        if self.immediate(a).is_some() && self.immediate(b).is_none() {
            return self.compare(op, predicate.swapped(), b, a);
        }
        let is_signed = is_signed(predicate);
        if let Some(found) = self.compare_immediate(op, predicate, a, b)? {
            return Ok(found);
        }
        let test = test_of(predicate, WORDS);
        let (a, b) = (self.extended(op, a, is_signed)?, self.extended(op, b, is_signed)?);
        let operands = if test.swaps { [b, a] } else { [a, b] };
        Ok((self.of(test.op, &operands), test.inverts))
    }

    /// A comparison with a constant, if it is small enough for an immediate.
    fn compare_immediate(
        &mut self,
        op: OpRef<'a>,
        predicate: CmpIPredicate,
        a: Value,
        b: Value,
    ) -> Selected<Option<(Reg, bool)>> {
        let is_signed = is_signed(predicate);
        let Some(value) = self.immediate(b) else { return Ok(None) };
        let width = self.width(a);
        let value = if is_signed || width >= 32 { value } else { value & ((1 << width) - 1) };
        let test = test_of(predicate, IMMEDIATES);
        // a < c is the inverse of a > c - 1.
        let (value, inverts) = if test.swaps { (value - 1, !test.inverts) } else { (value, test.inverts) };
        let Kind::Imm(imm) = test.op.uses[1] else { return Ok(None) };
        if !imm.holds(value) {
            return Ok(None);
        }
        let a = self.extended(op, a, is_signed)?;
        Ok(Some((self.with(test.op, a, value), inverts)))
    }

    fn compare_floats(&mut self, op: OpRef<'a>, predicate: CmpFPredicate) -> Selected<()> {
        use CmpFPredicate as C;
        let [equal, greater, at_least, unordered] = match op.operand(0).ty() {
            Type::F32 => [&t::SF_EQ, &t::SF_GT, &t::SF_GE, &t::SF_UO],
            Type::F64 => [&t::DF_EQ, &t::DF_GT, &t::DF_GE, &t::DF_UO],
            _ => return Err(self.unsupported(op)),
        };
        let test = match predicate {
            C::Oeq => test(equal, false, false),
            C::Une => test(equal, false, true),
            C::Ogt => test(greater, false, false),
            C::Olt => test(greater, true, false),
            C::Oge => test(at_least, false, false),
            C::Ole => test(at_least, true, false),
            C::Ugt => test(at_least, true, true),
            C::Ult => test(at_least, false, true),
            C::Uge => test(greater, true, true),
            C::Ule => test(greater, false, true),
            C::Uno => test(unordered, false, false),
            C::Ord => test(unordered, false, true),
            C::One | C::Ueq => {
                let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
                let (above, below) = (self.of(greater, &[a, b]), self.of(greater, &[b, a]));
                let differ = self.of(&t::OR_P, &[above, below]);
                self.define_predicate(op.result(0).id, differ, predicate == C::Ueq);
                return Ok(());
            }
            C::AlwaysFalse | C::AlwaysTrue => {
                let value = i64::from(predicate == C::AlwaysTrue);
                let reg = self.constant_reg(File::P, value);
                self.define(op.result(0).id, reg);
                return Ok(());
            }
        };
        let (a, b) = (self.reg(op, op.operand(0).id)?, self.reg(op, op.operand(1).id)?);
        let operands = if test.swaps { [b, a] } else { [a, b] };
        let reg = self.of(test.op, &operands);
        self.define_predicate(op.result(0).id, reg, test.inverts);
        Ok(())
    }

    fn selection(&mut self, op: OpRef<'a>) -> Selected<()> {
        let [condition, then, otherwise] = [0, 1, 2].map(|index| op.operand(index).id);
        let result = match self.fused(op) {
            Some(compared) => {
                let compared = OpRef::new(self.body, compared);
                let (instruction, is_signed) = self.extremum(op, compared).expect("it was fused as one");
                let operands = [self.extended(op, then, is_signed)?, self.extended(op, otherwise, is_signed)?];
                self.of(instruction, &operands)
            }
            None => {
                let condition = self.predicate(op, condition)?;
                self.mux(op, condition, then, otherwise)?
            }
        };
        self.define(op.result(0).id, result);
        Ok(())
    }

    /// One of two values.
    pub(super) fn mux(
        &mut self,
        op: OpRef<'a>,
        (condition, is_inverse): Guard,
        then: Value,
        otherwise: Value,
    ) -> Selected<Reg> {
        let sides = [(then, otherwise, is_inverse), (otherwise, then, !is_inverse)];
        for (changed, kept, is_inverse) in sides {
            if let Some(result) = self.conditional(op, (condition, is_inverse), changed, kept)? {
                return Ok(result);
            }
        }
        let [then, otherwise] = if is_inverse { [otherwise, then] } else { [then, otherwise] };
        match self.file_of(op, self.body.ty(then))? {
            File::D => {
                let (then, otherwise) = (self.reg(op, then)?, self.reg(op, otherwise)?);
                Ok(self.of(&t::VMUX, &[condition, then, otherwise]))
            }
            File::P => {
                let (then, otherwise) = (self.plain(op, then)?, self.plain(op, otherwise)?);
                let inverse = self.of(&t::NOT_P, &[condition]);
                let (then, otherwise) =
                    (self.of(&t::AND_P, &[condition, then]), self.of(&t::AND_P, &[inverse, otherwise]));
                Ok(self.of(&t::OR_P, &[then, otherwise]))
            }
            File::R => {
                let small = |it: &Self, value| it.immediate(value).filter(|value| (-128..128).contains(value));
                let (left, right) = (small(self, then), small(self, otherwise));
                let mut operand = |value: Value, small: Option<i64>| match small {
                    Some(small) => Ok(Operand::Imm(small)),
                    None => self.reg(op, value).map(Operand::Reg),
                };
                let operands = [operand(then, left)?, operand(otherwise, right)?];
                let instruction = match (left, right) {
                    (None, None) => &t::MUX,
                    (None, Some(_)) => &t::MUX_RI,
                    (Some(_), None) => &t::MUX_IR,
                    (Some(_), Some(_)) => &t::MUX_II,
                };
                let [left, right] = operands;
                Ok(self.emit(instruction, vec![condition.into(), left, right]))
            }
        }
    }

    /// `changed` or `kept` by one instruction that computes `changed` if a predicate says so, where that is arithmetic on
    /// `kept`.
    fn conditional(
        &mut self,
        op: OpRef<'a>,
        (predicate, is_inverse): Guard,
        changed: Value,
        kept: Value,
    ) -> Selected<Option<Reg>> {
        let Some(def) = self.body.defining_op(changed).filter(|_| self.body.has_one_use(changed)) else {
            return Ok(None);
        };
        let def = OpRef::new(self.body, def);
        if self.width(changed) > 32 || !def.operands().any(|operand| operand.id == kept) || self.fused(def).is_some() {
            return Ok(None);
        }
        let Some((instruction, operands)) = self.plain_arithmetic(op, def)? else { return Ok(None) };
        let Some(form) = t::conditional_form(instruction, is_inverse) else { return Ok(None) };
        let kept = self.reg(op, kept)?;
        let result = self.copy(kept);
        let uses = [result.into(), predicate.into()].into_iter().chain(operands).collect();
        self.push(Inst::new(form, &[result], uses));
        Ok(Some(result))
    }

    /// The instruction for the smaller or greater one of two values, if that is what a selection by a comparison is; and
    /// whether it compares signed integers.
    pub(super) fn extremum(&self, select: OpRef<'a>, compare: OpRef<'a>) -> Option<(&'static Op, bool)> {
        use CmpIPredicate as C;
        let predicate = compare.cast::<CmpIOp>()?.predicate(self.body);
        let [a, b] = [compare.operand(0).id, compare.operand(1).id];
        let [then, otherwise] = [select.operand(1).id, select.operand(2).id];
        let is_lesser = match predicate {
            C::Slt | C::Sle | C::Ult | C::Ule => true,
            C::Sgt | C::Sge | C::Ugt | C::Uge => false,
            C::Eq | C::Ne => return None,
        };
        let is_lesser = if (then, otherwise) == (a, b) {
            is_lesser
        } else if (then, otherwise) == (b, a) {
            !is_lesser
        } else {
            return None;
        };
        let is_signed = is_signed(predicate);
        if self.width(a) > 32 || self.width(a) == 1 {
            return None;
        }
        let instruction = match (is_lesser, is_signed) {
            (true, true) => &t::MIN,
            (true, false) => &t::MINU,
            (false, true) => &t::MAX,
            (false, false) => &t::MAXU,
        };
        Some((instruction, is_signed))
    }
}
