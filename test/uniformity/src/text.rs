//! Programs as LLVM IR.
//!
//! A program is a kernel, so that its arguments are uniform; the index of the thread is that of a work item. Names are
//! those of the program, and identify values in LLVM's output.

use std::fmt::Write;

use rmlir_analysis::cfg::Node;
use rmlir_analysis::uniformity::{Input, ItemId, ItemKind};

use crate::program::{Op, Program};

/// The prologue of every file.
pub const PROLOGUE: &str =
    "declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare i32 @llvm.amdgcn.readfirstlane.i32(i32)\n";

/// The function `name` for `program`.
pub fn function(name: &str, program: &Program) -> String {
    let flow = &program.flow;
    let mut out = String::new();
    let arguments = flow.item_ids().filter(|&item| flow[item].kind == ItemKind::Argument);
    let arguments: Vec<String> = arguments.map(|item| format!("i32 %{}", program.name(item))).collect();
    _ = writeln!(out, "define amdgpu_kernel void @{name}({}) {{", arguments.join(", "));
    for block in flow.cfg.blocks() {
        _ = writeln!(out, "{}:", program.block_name(block));
        for item in flow.items_of(block) {
            _ = writeln!(out, "  {}", line(program, block, item));
        }
    }
    out.push_str("}\n");
    out
}

fn line(program: &Program, block: Node, item: ItemId) -> String {
    let flow = &program.flow;
    let name = program.name(item);
    let inputs = flow.inputs(item);
    let input = |at: usize| show(program, inputs[at]);
    let second = || if inputs.len() > 1 { input(1) } else { "1".to_owned() };
    let labels: Vec<String> =
        flow.cfg.successors(block).iter().map(|&to| format!("label %{}", program.block_name(to))).collect();
    match program.ops[item as usize] {
        Op::Argument => unreachable!("arguments are in no block"),
        Op::Lane => format!("%{name} = call i32 @llvm.amdgcn.workitem.id.x()"),
        Op::FirstLane => format!("%{name} = call i32 @llvm.amdgcn.readfirstlane.i32(i32 {})", input(0)),
        Op::Mix => format!("%{name} = add i32 {}, {}", input(0), second()),
        Op::Compare => format!("%{name} = icmp slt i32 {}, {}", input(0), second()),
        Op::Phi => {
            let edges = inputs.iter().zip(flow.edges(item));
            let parts: Vec<String> = edges
                .map(|(&input, edge)| format!("[ {}, %{} ]", show(program, input), program.block_name(edge.0)))
                .collect();
            format!("%{name} = phi i32 {}", parts.join(", "))
        }
        Op::Jump => format!("br {}", labels[0]),
        Op::Branch => format!("br i1 {}, {}, {}", show_bit(program, inputs[0]), labels[0], labels[1]),
        Op::Switch => {
            let cases: Vec<String> =
                labels[1..].iter().enumerate().map(|(value, label)| format!("i32 {value}, {label}")).collect();
            format!("switch i32 {}, {} [ {} ]", input(0), labels[0], cases.join(" "))
        }
        Op::Return => "ret void".to_owned(),
    }
}

fn show(program: &Program, input: Input) -> String {
    match input {
        Input::Item(item) => format!("%{}", program.name(item)),
        Input::Constant(number) => (number as i32).to_string(),
        Input::Undefined => "undef".to_owned(),
    }
}

fn show_bit(program: &Program, input: Input) -> String {
    match input {
        Input::Constant(number) => (number != 0).to_string(),
        input => show(program, input),
    }
}
