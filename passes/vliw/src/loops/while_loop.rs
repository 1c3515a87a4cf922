//! While loops: the trip count is unknown when iterations start.
//!
//! Iterations start speculatively, and their operations without side effects are executed (Rau, Schlansker, Tirumalai:
//! Code generation schemas for modulo scheduled loops, MICRO 1992). A predicate holds if iteration `i` is followed by
//! another one:
//!
//! ```text
//! goes_on(i) = goes_on(i - 1) ? condition(i) : 0          goes_on(-1) = 1
//! ```
//!
//! It guards operations that must not be executed speculatively: in the first block that of the previous iteration, in
//! the second that of the iteration itself. So the condition delays iterations only where the graph has such
//! dependences, and after the loop's last iteration everything else computes dead values. A result of the loop is the
//! operand of the condition terminator as long as the loop continues, and then keeps its value:
//!
//! ```text
//! result(i) = goes_on(i - 1) ? passed(i) : result(i - 1)
//! ```
//!
//! The branch reads `goes_on` of the iteration that ends with the kernel, so that there is no epilogue.

use rmlir::prelude::*;
use rmlir_pvec as pvec;
use rmlir_pvec::{BitsOp, GuardOp, PredType};
use rmlir_scf::WhileOp;

use crate::loops::loop_body::{Action, Carried, Declined, Init, Node, Operand};
use crate::loops::reader::Reader;
use crate::loops::speculation::{Speculation, speculation};

impl Reader<'_> {
    /// Adds the loop condition and guards the nodes that need it; returns the node of `goes_on`.
    pub(crate) fn leave_by_condition(&mut self, op: WhileOp) -> Result<usize, Declined> {
        let goes_on = self.goes_on(op)?;
        let of_iteration = [Operand::Node { node: goes_on, distance: 1 }, Operand::Node { node: goes_on, distance: 0 }];
        self.results(op, of_iteration[0])?;
        let guard_of = |guards: &[(usize, GuardOp)], node| {
            guards.iter().find(|(guarded, _)| *guarded == node).map(|&(_, guard)| guard)
        };
        let mut both: Vec<(Operand, GuardOp, Operand)> = Vec::new();
        for number in 0..self.nodes.len() {
            let Action::Op(member, _) = self.nodes[number].action else { continue };
            let guard = guard_of(&self.guards, number);
            let goes_on = of_iteration[usize::from(number >= self.n_first)];
            let predicate = match speculation(self.body, op, self.model, member) {
                Speculation::Free => None,
                Speculation::Under(condition) => {
                    let of_bits = self.of_bits(condition);
                    Some(self.operand(of_bits.unwrap_or(condition)))
                }
                Speculation::Dismissible { class } => {
                    self.nodes[number].action = Action::Dismissible(member);
                    self.nodes[number].class = class;
                    None
                }
                Speculation::Never => Some(match guard {
                    None => goes_on,
                    Some(guard) => match both.iter().find(|it| (it.0, it.1) == (goes_on, guard)) {
                        Some(&(_, _, known)) => known,
                        None => {
                            let made = self.both(goes_on, guard)?;
                            both.push((goes_on, guard, made));
                            made
                        }
                    },
                }),
            };
            self.nodes[number].guard = predicate;
        }
        Ok(goes_on)
    }

    /// Adds the node of `goes_on`.
    fn goes_on(&mut self, op: WhileOp) -> Result<usize, Declined> {
        let ty = PredType::get(self.body.cx()).ty();
        let condition = self.body.operand(op.condition_op(self.body).id(), 0);
        let (name, condition) = match self.of_bits(condition) {
            Some(predicate) => (pvec::PandOp::NAME, predicate),
            None => (pvec::CmppOp::NAME, condition),
        };
        let condition = self.operand(condition);
        let node = self.nodes.len();
        let before = Operand::Node { node, distance: 1 };
        self.add(Action::GoesOn, name, ty, vec![condition, before])?;
        self.more.push(Carried { init: Init::True, node, result: None });
        Ok(node)
    }

    /// The predicate that a bit was converted from.
    fn of_bits(&self, bit: Value) -> Option<Value> {
        self.body.defined_by::<BitsOp>(bit).map(|bits| self.body.operand(bits.id(), 0))
    }

    /// Adds the nodes of the loop's results that are used.
    fn results(&mut self, op: WhileOp, goes_on: Operand) -> Result<(), Declined> {
        let body = self.body;
        for (index, &result) in body.results(op.id()).iter().enumerate() {
            if body.is_unused(result) {
                continue;
            }
            let passed = self.operand(body.operand(op.condition_op(body).id(), index + 1));
            let node = self.nodes.len();
            let before = Operand::Node { node, distance: 1 };
            self.add(Action::Result(index), pvec::SelectOp::NAME, body.ty(result), vec![goes_on, passed, before])?;
            self.more.push(Carried { init: Init::Nothing, node, result: Some(index) });
        }
        Ok(())
    }

    /// The conjunction of `goes_on` and the predicate of a guard.
    fn both(&mut self, goes_on: Operand, guard: GuardOp) -> Result<Operand, Declined> {
        let predicate = self.operand(guard.predicate(self.body));
        let node = self.nodes.len();
        self.add(Action::Both, pvec::PandOp::NAME, PredType::get(self.body.cx()).ty(), vec![goes_on, predicate])?;
        Ok(Operand::Node { node, distance: 0 })
    }

    fn add(&mut self, action: Action, name: &str, ty: Type, operands: Vec<Operand>) -> Result<(), Declined> {
        let class = self.class(name, Some(ty))?;
        let shown = match action {
            Action::GoesOn => "goes on",
            Action::Both => "and",
            _ => "result",
        };
        let mut node = Node::new(action, class, Some(ty), shown);
        node.operands = operands;
        self.nodes.push(node);
        Ok(())
    }
}
