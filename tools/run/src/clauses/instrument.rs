//! Instrumentation: calls of host functions inserted around loops and calls.

use rmlir::prelude::*;
use rmlir_func::{CallOp, FuncOp};
use rmlir_scf as scf;
use rmlir_wfv_passes::clauses::{Clause, Clauses};
use rmlir_wfv_passes::marks::MARK;
use rustc_hash::FxHashMap;

/// An event of control flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Control reaches a loop, or a call, which passes these arguments.
    Enter,
    /// An iteration of a loop begins.
    Turn,
    /// Control exits the loop or call.
    Leave,
}

/// A call of a host function.
#[derive(Clone, Debug)]
pub struct Site {
    /// The event that it reports.
    pub event: Event,
    /// The loop or call, by the index of the site of its [`Event::Enter`].
    pub of: usize,
    /// The number of iterations of the loop that are lanes, if it is marked.
    pub width: Option<i64>,
    /// Whether iterations of the loop run in any order.
    pub is_parallel: bool,
    /// The location of the loop or call.
    pub loc: Loc,
    /// The callee, and the clauses of its parameters.
    pub callee: Option<(String, Vec<Clause>)>,
    /// By argument: its width in bits, for integers of at most 64.
    pub widths: Vec<Option<u32>>,
}

/// The name of the host function for a site.
pub fn name(site: usize) -> String {
    format!("rmlir.check_clauses.{site}")
}

/// Inserts calls of host functions into all functions of a module; returns their sites.
pub fn instrument(module: &mut Body) -> Vec<Site> {
    let mut said: FxHashMap<String, Option<Vec<Clause>>> = FxHashMap::default();
    for op in module.proxies() {
        let function = OpRef::new(module, op).resolve();
        if let Some(name) = function.symbol_name().filter(|_| function.is::<FuncOp>()) {
            let clauses = Clauses::of(function, 0).map(|clauses| clauses.arguments);
            said.insert(name.str(module.cx()).to_owned(), clauses);
        }
    }
    let mut placer = Placer { sites: Vec::new(), types: Vec::new(), said };
    for body in module.nested_bodies_mut() {
        placer.function(body);
    }
    let Placer { sites, types, .. } = placer;
    let cx = module.cx();
    let region = module.region(module.root(), 0);
    let block = module.entry(region).expect("a module has a block");
    for (number, types) in types.iter().enumerate() {
        let ty = cx.type_attr(cx.function_type(types, &[]));
        let build = FuncOp::build(cx.str_attr(&name(number)), ty).prop(FuncOp::SYM_VISIBILITY, cx.str_attr("private"));
        let op = module.create_op(build.at(Loc::UNKNOWN).finish(cx));
        module.append_op(block, op);
    }
    sites
}

struct Placer {
    sites: Vec<Site>,
    /// By site: the types of its arguments.
    types: Vec<Vec<Type>>,
    /// By function: its clauses, if it has any.
    said: FxHashMap<String, Option<Vec<Clause>>>,
}

impl Placer {
    fn function(&mut self, body: &mut Body) {
        let mut found = Vec::new();
        body.walk_preorder(body.root(), |op| {
            let view = OpRef::new(body, op);
            if view.interface::<dyn LoopLike>().is_some() || view.is::<CallOp>() {
                found.push(op);
            }
        });
        let mut rw = Rewriter::new(body);
        for op in found {
            match OpRef::new(&rw, op).is::<CallOp>() {
                true => self.call(&mut rw, op),
                false => self.looped(&mut rw, op),
            }
        }
    }

    fn looped(&mut self, rw: &mut Rewriter, op: OpId) {
        let width = rw.attr(op, MARK).and_then(|attr| attr.as_i64(rw.cx())).filter(|&width| width > 0);
        let is_parallel = OpRef::new(rw, op).is::<scf::ParallelOp>();
        let site = |event| Site { event, of: 0, width, is_parallel, loc: rw.loc(op), callee: None, widths: Vec::new() };
        let [enter, turn, leave] = [Event::Enter, Event::Turn, Event::Leave].map(site);
        let Some(start) = rw.entry(rw.region(op, 0)) else { return };
        let of = self.sites.len();
        rw.before(op);
        self.place(rw, Site { of, ..enter }, &[]);
        rw.at_start(start);
        self.place(rw, Site { of, ..turn }, &[]);
        rw.after(op);
        self.place(rw, Site { of, ..leave }, &[]);
    }

    fn call(&mut self, rw: &mut Rewriter, op: OpId) {
        let callee = rw.prop(op, CallOp::CALLEE).and_then(|attr| attr.as_flat_symbol(rw.cx()));
        let Some(callee) = callee.map(|name| name.str(rw.cx()).to_owned()) else { return };
        let Some(clauses) = self.said.get(&callee).cloned() else { return };
        let cx = rw.cx();
        let is_number = |ty: Type| ty.int_or_index_width(cx).or(ty.float_kind(cx).map(|kind| kind.width()));
        let width = |ty: Type| ty.int_or_index_width(cx).filter(|&width| width <= 64);
        let (mut given, mut kept) = (Vec::new(), Vec::new());
        // Arguments that are no integers are ignored.
        for (value, clause) in rw.operands(op).zip(clauses.into_iter().flatten()) {
            if is_number(rw.ty(value)).is_some_and(|width| width <= 64) {
                given.push(value);
                kept.push(clause);
            }
        }
        let widths = given.iter().map(|&value| width(rw.ty(value))).collect();
        let of = self.sites.len();
        let enter = Site {
            event: Event::Enter,
            of,
            width: None,
            is_parallel: false,
            loc: rw.loc(op),
            callee: Some((callee, kept)),
            widths,
        };
        let leave = Site { event: Event::Leave, callee: None, widths: Vec::new(), ..enter.clone() };
        rw.before(op);
        self.place(rw, enter, &given);
        rw.after(op);
        self.place(rw, leave, &[]);
    }

    fn place(&mut self, rw: &mut Rewriter, site: Site, given: &[Value]) {
        let cx = rw.cx();
        rw.create(CallOp::build(&[], given, cx.symbol_ref(cx.ident(&name(self.sites.len())))));
        self.types.push(given.iter().map(|&value| rw.ty(value)).collect());
        self.sites.push(site);
    }
}
