//! The passes: one makes code of loops, one shows what it finds.

use rmlir::core::symbol::SymbolTable;
use rmlir::pass::options::{EnumCase, OptionKind, OptionType, OptionValue};
use rmlir::prelude::*;
use rmlir_modulo::Graph;
use rmlir_scf::ForOp;
use rmlir_vliw::Model;

use crate::code::Code;
use crate::count;
use crate::dependences::{graph, machine};
use crate::emit::Pipelined;
use crate::explain;
use crate::loop_body::{Declined, LoopBody};
use crate::machines::{find_or_add, unknown};
use crate::plan::Plan;
use crate::registers::Registers;

/// How schedules are searched for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mode(pub rmlir_modulo::Mode);

impl OptionType for Mode {
    const KIND: OptionKind = OptionKind::Enum(&[
        EnumCase { name: "swing", doc: "Swing modulo scheduling that finds a schedule for every loop" },
        EnumCase { name: "textbook", doc: "Exactly the published algorithm" },
        EnumCase { name: "top-down", doc: "Operations by their earliest start" },
        EnumCase { name: "list", doc: "One iteration after the other" },
    ]);

    fn from_value(value: &OptionValue) -> Option<Self> {
        use rmlir_modulo::Mode as M;
        let OptionValue::Case(case) = value else { return None };
        [M::Swing, M::Textbook, M::TopDown, M::List].get(*case).copied().map(Self)
    }
}

/// A loop with all that was found about it.
struct Found {
    of: LoopBody,
    graph: Graph,
    plan: Plan,
    registers: Registers,
    code: Code,
}

impl Found {
    fn of(body: &Body, op: ForOp, model: &Model, mode: rmlir_modulo::Mode) -> Result<Self, Declined> {
        let of = LoopBody::of(body, op, model)?;
        let graph = graph(body, &of, model);
        let plan = Plan::of(&of, &graph, &machine(model), model, mode)?;
        let registers = Registers::of(body, &of, &plan, model)?;
        let code = Code::of(&of, &plan, registers.copies);
        Ok(Self { of, graph, plan, registers, code })
    }
}

/// The innermost `scf.for` loops of a body.
fn innermost(body: &Body) -> Vec<ForOp> {
    let mut found = Vec::new();
    body.walk_postorder(body.root(), |op| {
        let Some(of) = OpRef::new(body, op).cast::<ForOp>() else { return };
        let mut n_loops = 0;
        body.walk_preorder(op, |inner| n_loops += usize::from(body.interface::<dyn LoopLike>(inner).is_some()));
        if n_loops == 1 {
            found.push(of);
        }
    });
    found
}

/// Make innermost loops into pipelined code for a machine.
///
/// Each innermost `scf.for` without control flow in it becomes a `vliw.func` of
/// bundles, in which several iterations are under way at a time, and a call of it.
/// The loop stays for iterations that are too few for that, or left over. The
/// machine is a `vliw.machine` of the module or one that comes with rmlir:
/// `toy_fig2`, `gp4`, `perfect`.
///
/// Accesses to one memref are told apart by their subscripts, accesses to different
/// ones only if they are known not to overlap, or if the loop promises it by the
/// attribute `vliw.no_alias`. Loops that are left as they are are remarked on.
#[pass(
    name = "vliw-pipeline",
    anchor = "builtin.module",
    depends(rmlir_arith::Arith, rmlir_scf::Scf, rmlir_vliw::Vliw)
)]
pub struct VliwPipeline {
    /// The machine
    #[option(default = "gp4")]
    machine: String,
    /// How schedules are searched for
    #[option(default = "swing")]
    mode: Mode,
}

impl Pass for VliwPipeline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let declined = match pipeline_module(cx.body_mut(), &self.machine, self.mode.0) {
            Ok(declined) => declined,
            Err(message) => return cx.fail(cx.body().root(), message),
        };
        for (function, loc, reason) in declined {
            _ = loc;
            cx.missed(function, "vliw-pipeline", reason);
        }
        Ok(())
    }
}

/// Makes code of the innermost loops of a module's functions; the loops that are left as they are, with the function
/// each is in, its location, and why. An error if there is no such machine.
pub fn pipeline_module(
    module: &mut Body,
    machine: &str,
    mode: rmlir_modulo::Mode,
) -> Result<Vec<(OpId, Loc, Declined)>, String> {
    let described = find_or_add(module, machine).ok_or_else(|| unknown(machine))?;
    let model = Model::of(OpRef::new(module, described));
    let mut declined = Vec::new();
    for function in module.proxies() {
        if module.interface::<dyn FunctionOp>(function).is_none()
            || OpRef::new(module, function).is::<rmlir_vliw::FuncOp>()
        {
            continue;
        }
        let mut body = module.detach(function);
        for op in innermost(&body) {
            let loc = body.loc(op.id());
            match Found::of(&body, op, &model, mode) {
                Ok(found) => replace(module, &mut body, &found, &model),
                Err(reason) => declined.push((function, loc, reason)),
            }
        }
        module.attach(function, body);
    }
    Ok(declined)
}

/// Puts the code of a loop into the module and calls it.
fn replace<'c>(module: &mut Body<'c>, body: &mut Body<'c>, found: &Found, model: &Model) {
    let Found { of, plan, registers, code, .. } = found;
    let name = body.symbol_name(body.root()).map_or("loop", |name| name.str(module.cx()));
    let name = SymbolTable::new(module).fresh_name(module, &format!("{name}_pipelined"));
    let pipelined = Pipelined { source: body, model, of, plan, registers, code };
    let (_, results) = pipelined.signature();
    let function = pipelined.function(module, name, body.loc(of.op.id()));
    let block = module.entry(module.region(module.root(), 0)).expect("a module has a block");
    module.append_op(block, function);
    count::call(&mut Rewriter::new(body), of, name, &results, plan.stages, registers.copies);
}

/// Print what is found about innermost loops: dependences, order, kernel.
///
/// Nothing is changed. The node table has the columns of the paper that the
/// scheduler follows.
#[pass(name = "print-vliw-pipeline", anchor = "builtin.module", depends(rmlir_vliw::Vliw))]
pub struct PrintVliwPipeline {
    /// The machine
    #[option(default = "gp4")]
    machine: String,
    /// How schedules are searched for
    #[option(default = "swing")]
    mode: Mode,
}

impl Pass for PrintVliwPipeline {
    fn run(&self, cx: &mut PassCx) -> PassResult {
        let mut scratch = cx.body().clone_body();
        let Some(described) = find_or_add(&mut scratch, &self.machine) else {
            return cx.fail(cx.body().root(), unknown(&self.machine));
        };
        let model = Model::of(OpRef::new(&scratch, described));
        let mut text = String::new();
        for body in cx.body().proxies().into_iter().filter_map(|op| cx.body().nested(op)) {
            for op in innermost(body) {
                text.push_str(&match Found::of(body, op, &model, self.mode.0) {
                    Ok(it) => explain::text(&it.of, &it.graph, &machine(&model), &it.plan, &it.registers, &model),
                    Err(reason) => format!("not pipelined: {reason}\n"),
                });
            }
        }
        cx.emit_text(text);
        Ok(())
    }
}
