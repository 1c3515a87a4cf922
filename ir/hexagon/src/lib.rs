//! Hexagon V66 machine code as data: instructions, packets, scheduling, register allocation, assembly text; without our
//! IR. `tools/hexagon` selects instructions.
//!
//! In reading order:
//!
//! | module | step |
//! |---|---|
//! | [`machine`] | classes of instructions: slots, latencies; the machine of the scheduler |
//! | [`op`], [`table`] | the table of instructions |
//! | [`code`] | functions, blocks, packets, instructions |
//! | [`live`] | liveness and interference |
//! | [`layout`] | unreachable blocks and jumps to the next block are removed, blocks are joined |
//! | [`mod@coalesce`] | copies and dead instructions are removed |
//! | [`depend`] | dependences of instructions |
//! | [`mod@pipeline`] | hardware loops as prologue, kernel, epilogue |
//! | [`packets`] | list scheduling of the other blocks |
//! | [`mod@allocate`] | registers, spilling |
//! | [`mod@compact`] | packets that need not be apart are joined |
//! | [`frame`] | the stack frame |
//! | [`mod@check`] | the checker of final code |
//! | [`mod@print`] | the text that an assembler reads |

use std::fmt;

pub mod allocate;
pub mod check;
pub mod coalesce;
pub mod code;
pub mod compact;
pub mod depend;
pub mod frame;
pub mod layout;
pub mod live;
pub mod machine;
pub mod op;
pub mod packets;
pub mod pipeline;
pub mod print;
pub mod table;

pub use rmlir_modulo::Budgets;

/// Why a function has no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// There are too few registers of some file.
    Registers,
    /// A packet is illegal: a bug.
    Fault(check::Fault),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Registers => write!(f, "more values are needed at once than there are registers"),
            Self::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

/// A function with its final code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The function.
    pub function: code::Function,
    /// Its pipelined loops.
    pub pipelined: Vec<pipeline::Pipelined>,
    /// Its hardware loops but those for the iterations that are left over.
    pub loops: Vec<HardwareLoop>,
    /// Whether registers were too few for its loops as they were to be: they are not pipelined, or values are in memory.
    pub has_spills: bool,
}

/// A hardware loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HardwareLoop {
    /// The number of packets.
    pub packets: usize,
    /// The number of iterations of the source that they are.
    pub iterations: i64,
}

/// The hardware loops of final code.
fn hardware_loops(function: &code::Function, pipelined: &[pipeline::Pipelined]) -> Vec<HardwareLoop> {
    let loops = function.blocks.iter().filter(|block| block.hardware_loop.is_some());
    let of = |block: &code::Block| {
        let kernel = pipelined.iter().find(|of| of.kernel == block.label);
        HardwareLoop { packets: block.packets.len(), iterations: kernel.map_or(1, |kernel| kernel.copies) }
    };
    loops.filter(|block| !pipelined.iter().any(|of| of.label == block.label)).map(of).collect()
}

/// Makes final code of selected instructions. Loops are pipelined if `pipelines` is set; if there are too few registers
/// then, they are not.
pub fn compile(mut selected: code::Function, pipelines: bool, budgets: &Budgets) -> Result<Compiled, Failure> {
    layout::simplify(&mut selected);
    coalesce::coalesce(&mut selected);
    layout::simplify(&mut selected);
    layout::merge(&mut selected);
    if pipelines {
        let mut function = selected.clone();
        let pipelined = pipeline::pipeline(&mut function, budgets);
        packets::packetize(&mut function);
        if allocate::allocate(&mut function, false).is_ok() {
            return finish(function, pipelined, false);
        }
    }
    packets::packetize(&mut selected);
    allocate::allocate(&mut selected, true).map_err(|_| Failure::Registers)?;
    finish(selected, Vec::new(), pipelines)
}

fn finish(
    mut function: code::Function,
    pipelined: Vec<pipeline::Pipelined>,
    has_spills: bool,
) -> Result<Compiled, Failure> {
    compact::compact(&mut function);
    frame::add_frame(&mut function);
    check::check(&function).map_err(Failure::Fault)?;
    let loops = hardware_loops(&function, &pipelined);
    Ok(Compiled { function, pipelined, loops, has_spills })
}
