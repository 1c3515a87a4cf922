//! The schedule of a loop with a register allocation that fits the register files.
//!
//! A larger initiation interval has fewer iterations in flight and so a lower register pressure; spilled values take no
//! registers, but loads and stores take units. So at each interval, from the least one on, first nothing is spilled,
//! then more and more, as long as the interval does not grow. The first solution is best: it has the minimum interval,
//! and the fewest loads and stores at that, as far as [`crate::registers::spill`] finds them. If there is none up to the interval
//! at which iterations do not overlap, operations are scheduled sequentially, and spilled as far as necessary.
//!
//! Loops may be unrolled first, see [`crate::loops::unroll`], if nothing is spilled then. For machines with clusters,
//! [`crate::schedule::clusters`] has several alternative assignments. The first one that fits without spilling at the interval of
//! its bound is chosen, or else the one with the minimum interval and the minimum number of values on the stack.

use rmlir::prelude::*;
use rmlir_modulo::{Budgets, Graph, Machine, Mode, mii, schedule_within};
use rmlir_vliw::Model;

use crate::loops::loop_body::{Declined, LoopBody};
use crate::loops::unroll::{factors, unrolled};
use crate::registers::allocation::{NoRegisters, Registers, Short};
use crate::registers::spill::spilled;
use crate::schedule::clusters::assignments;
use crate::schedule::dependences::{graph, graph_one_by_one, machine};
use crate::schedule::plan::Plan;
use crate::schedule::search::Search;

/// A loop with its schedule and registers; see the module.
pub struct Fit {
    /// The loop, with spills and reloads.
    pub of: LoopBody,
    /// Its dependence graph.
    pub graph: Graph,
    /// Its schedule.
    pub plan: Plan,
    /// Its register allocation.
    pub registers: Registers,
    /// The searches that reached their limits.
    pub limits: Vec<String>,
}

/// The assumed number of node visits per pair of nodes for lifetimes and uses of results, on average.
const VISITS_OF_PAIR: u64 = 8;

/// Finds the schedule and registers of a loop.
pub fn fit(body: &Body, of: &LoopBody, model: &Model, search: Search) -> Result<Fit, Declined> {
    let parts = Parts { clusters: search.budgets(), schedules: search.budgets(), last: search.budgets() };
    let fit = fit_within(body, of, model, search, &parts)?;
    let ended = [
        (&parts.clusters.search, "the search for clusters"),
        (&parts.schedules.search, "the search for a schedule and registers"),
        (&parts.schedules.proofs, "the proof of the least initiation interval and registers"),
        (&parts.last.search, "the search for registers of one operation after the other"),
    ];
    let ended = ended.iter().filter(|(budget, _)| budget.is_used_up());
    Ok(Fit { limits: ended.map(|(budget, search)| format!("{search} {budget}")).collect(), ..fit })
}

/// The budgets of the parts of the search.
struct Parts {
    /// The assignment of clusters.
    clusters: Budgets,
    /// Scheduling and spilling.
    schedules: Budgets,
    /// The same for the last resort.
    last: Budgets,
}

fn fit_within(body: &Body, of: &LoopBody, model: &Model, search: Search, parts: &Parts) -> Result<Fit, Declined> {
    let most = if search.mode == Mode::List { 1 } else { search.unroll };
    let (mut best, mut declined): (Option<Fit>, _) = (None, None);
    for factor in factors(of, model, &machine(model), most) {
        if best.is_some() && parts.schedules.search.is_used_up() {
            break;
        }
        for of in assignments(body, &unrolled(of, factor), model, &parts.clusters.search)? {
            let mut fitter = Fitter::new(body, model, search, parts);
            // The gain of unrolling is less than the cost of spilling.
            let fitted = match factor {
                1 => fitter.fit(&of),
                _ => match fitter.schedule(of) {
                    Ok(Tried::Fits(fit)) => Ok(*fit),
                    Ok(Tried::Short(..)) => continue,
                    Err(why) => Err(why),
                },
            };
            match fitted {
                Ok(found) if found.plan.ii == found.plan.found.mii && found.of.slots.is_empty() => {
                    return Ok(better(best, found));
                }
                Ok(found) => best = Some(better(best, found)),
                Err(why) => declined = declined.or(Some(why)),
            }
        }
    }
    match (best, declined) {
        (Some(best), _) => Ok(best),
        (None, why) => Err(why.expect("there is an assignment")),
    }
}

/// The solution with the lesser interval per iteration, then with fewer values on the stack; the first one of equals.
fn better(first: Option<Fit>, second: Fit) -> Fit {
    let Some(first) = first else { return second };
    let [a, b] = [&first, &second].map(|fit| (fit.plan.ii, fit.of.unrolled, fit.of.slots.len()));
    if (b.0 * a.1, b.2) < (a.0 * b.1, a.2) { second } else { first }
}

fn declined(model: &Model, Short { file, needed, size, .. }: Short) -> Declined {
    Declined::Registers { file: model.files[file].name.clone(), needed, size }
}

/// The outcome of an attempt to fit the register files.
enum Tried {
    Fits(Box<Fit>),
    Short(Box<(LoopBody, Plan)>, Short),
}

struct Fitter<'a> {
    body: &'a Body<'a>,
    model: &'a Model,
    search: Search<'a>,
    machine: Machine,
    parts: &'a Parts,
    /// Whether register pressure is minimized, whatever the interval.
    serial: bool,
}

impl<'a> Fitter<'a> {
    fn new(body: &'a Body<'a>, model: &'a Model, search: Search<'a>, parts: &'a Parts) -> Self {
        Self { body, model, search, machine: machine(model), parts, serial: false }
    }

    fn budgets(&self) -> &'a Budgets {
        if self.serial { &self.parts.last } else { &self.parts.schedules }
    }

    /// Schedules a loop with a fixed cluster assignment.
    fn fit(&mut self, of: &LoopBody) -> Result<Fit, Declined> {
        let graph = self.graph(of);
        // From this interval on the number of iterations in flight does not decrease.
        let last = schedule_within(&graph, &self.machine, Mode::List, self.budgets()).map_or(0, |list| list.ii);
        loop {
            let (plan, short) = match self.schedule(of.clone())? {
                Tried::Fits(fit) => return Ok(*fit),
                Tried::Short(tried, short) => (tried.1, short),
            };
            let next = plan.found.ii + 1;
            if let Some(fit) = self.spill(of.clone(), plan.clone(), short, plan.ii)? {
                return Ok(fit);
            }
            if next > last || self.budgets().search.is_used_up() {
                return self.last_resort(of.clone());
            }
            self.machine.min_ii = next;
        }
    }

    fn graph(&self, of: &LoopBody) -> Graph {
        match self.search.mode {
            Mode::List => graph_one_by_one(of, self.model),
            _ => (self.search.change)(graph(of, self.model)),
        }
    }

    fn schedule(&mut self, of: LoopBody) -> Result<Tried, Declined> {
        let graph = self.graph(&of);
        let (machine, model, mode, budgets) = (&self.machine, self.model, self.search.mode, self.budgets());
        self.spend_on_pairs(&of);
        let plan = match self.serial {
            true => Plan::serial(&of, &graph, machine, model, mode == Mode::List, budgets)?,
            false => Plan::of(&of, &graph, machine, model, mode, budgets)?,
        };
        match Registers::of(self.body, &of, &plan, self.model, &budgets.search) {
            Ok(registers) => Ok(Tried::Fits(Box::new(Fit { of, graph, plan, registers, limits: Vec::new() }))),
            Err(NoRegisters::Short(short)) => Ok(Tried::Short(Box::new((of, plan)), short)),
            Err(NoRegisters::Declined(why)) => Err(why),
        }
    }

    /// Spends the steps of a comparison of all pairs of nodes: the lifetimes of their results, or their uses.
    fn spend_on_pairs(&self, of: &LoopBody) {
        self.budgets().search.spend(VISITS_OF_PAIR * (of.nodes.len() as u64).pow(2));
    }

    /// Spills until the registers suffice, nothing is left to spill, or the interval exceeds `most`.
    fn spill(
        &mut self,
        mut of: LoopBody,
        mut plan: Plan,
        mut short: Short,
        most: i64,
    ) -> Result<Option<Fit>, Declined> {
        while !self.budgets().search.is_used_up() {
            self.spend_on_pairs(&of);
            let next = spilled(self.body, &of, &plan, self.model, short).find(|of| self.is_possible(of, most));
            let Some(next) = next else { return Ok(None) };
            match self.schedule(next)? {
                Tried::Fits(fit) => return Ok((fit.plan.ii <= most).then_some(*fit)),
                Tried::Short(tried, _) if tried.1.ii > most => return Ok(None),
                Tried::Short(tried, then) => ((of, plan), short) = (*tried, then),
            }
        }
        Ok(None)
    }

    /// Spills as much as possible, with a sequential schedule.
    fn last_resort(&mut self, of: LoopBody) -> Result<Fit, Declined> {
        self.serial = true;
        match self.schedule(of)? {
            Tried::Fits(fit) => Ok(*fit),
            Tried::Short(tried, short) => {
                let (of, plan) = *tried;
                self.spill(of, plan, short, i64::MAX)?.ok_or_else(|| declined(self.model, short))
            }
        }
    }

    /// Whether ResMII and RecMII allow an interval of `most`.
    fn is_possible(&self, of: &LoopBody, most: i64) -> bool {
        let graph = self.graph(of);
        mii::mii_within(&graph, &self.machine, &self.budgets().search).is_ok_and(|mii| mii <= most)
    }
}
