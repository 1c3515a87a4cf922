//! The text that an assembler reads.

use std::fmt::Write;

use crate::code::{Block, Function, Inst, Operand, Packet, Reg, Variable};
use crate::op::{File, Kind};

/// The beginning of a file.
pub const HEADER: &str = "\t.text\n";

/// The bytes of a variable in a line.
const BYTES_OF_LINE: usize = 16;

/// A variable; code follows.
pub fn print_variable(variable: &Variable) -> String {
    let mut out = String::new();
    let Variable { name, size, .. } = variable;
    let section = match (&variable.bytes, variable.is_constant) {
        (None, _) => "\t.bss",
        (Some(_), true) => "\t.section .rodata,\"a\",@progbits",
        (Some(_), false) => "\t.data",
    };
    line(&mut out, format_args!("{section}"));
    if variable.is_public {
        line(&mut out, format_args!("\t.globl {name}"));
    }
    line(&mut out, format_args!("\t.balign {}\n\t.type {name},@object\n{name}:", variable.alignment));
    match &variable.bytes {
        None => line(&mut out, format_args!("\t.space {size}")),
        Some(bytes) => {
            for bytes in bytes.chunks(BYTES_OF_LINE) {
                let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
                line(&mut out, format_args!("\t.byte {}", bytes.join(",")));
            }
        }
    }
    line(&mut out, format_args!("\t.size {name}, {size}"));
    out.push_str(HEADER);
    out
}

/// A function.
pub fn print(function: &Function) -> String {
    let mut out = String::new();
    let name = &function.name;
    if function.is_public {
        line(&mut out, format_args!("\t.globl {name}"));
    }
    line(&mut out, format_args!("\t.p2align 4\n\t.type {name},@function\n{name}:"));
    let jumped_to = |label: u32| {
        let insts = function.blocks.iter().flat_map(|block| &block.packets).flatten();
        insts.filter_map(Inst::label).any(|of| of == label)
    };
    for block in &function.blocks {
        if let Some(comment) = &block.comment {
            line(&mut out, format_args!("\t// {comment}"));
        }
        if jumped_to(block.label) {
            line(&mut out, format_args!("{}:", label(name, block.label)));
        }
        print_block(function, block, &mut out);
    }
    line(&mut out, format_args!("\t.size {name}, .-{name}"));
    out
}

fn line(out: &mut String, text: std::fmt::Arguments) {
    writeln!(out, "{text}").expect("strings grow");
}

fn label(function: &str, label: u32) -> String {
    format!(".L{function}.{label}")
}

fn print_block(function: &Function, block: &Block, out: &mut String) {
    let last = block.packets.len().saturating_sub(1);
    for (number, packet) in block.packets.iter().enumerate() {
        let end = if number == last && block.hardware_loop.is_some() { " :endloop0" } else { "" };
        line(out, format_args!("\t{{ {} }}{end}", packet_text(function, packet)));
    }
}

fn packet_text(function: &Function, packet: &Packet) -> String {
    packet.iter().map(|inst| inst_text(function, inst)).collect::<Vec<_>>().join("\n\t  ")
}

/// An instruction.
pub fn inst_text(function: &Function, inst: &Inst) -> String {
    let mut text = String::new();
    let mut rest = inst.op.text;
    while let Some((before, after)) = rest.split_once('$') {
        text.push_str(before);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let number: usize = after[..digits].parse().expect("the table numbers operands");
        match number.checked_sub(inst.defs.len()) {
            None => text.push_str(&register(function, inst.defs[number])),
            Some(number) => {
                // A second # asks for an extender.
                let is_extended = matches!((inst.op.uses[number], &inst.uses[number]),
                    (Kind::Imm(imm), Operand::Imm(value)) if !imm.holds(*value));
                if is_extended {
                    text.push('#');
                }
                text.push_str(&operand(function, &inst.uses[number]));
            }
        }
        rest = &after[digits..];
    }
    text.push_str(rest);
    text
}

fn operand(function: &Function, operand: &Operand) -> String {
    match operand {
        Operand::Reg(reg) => register(function, *reg),
        Operand::Half(reg, is_upper) => half(*reg, *is_upper),
        Operand::Imm(value) => value.to_string(),
        Operand::Label(of) => label(&function.name, *of),
        Operand::Symbol(name) => name.clone(),
        Operand::Slot(slot) => format!("slot{slot}"),
    }
}

/// A register; virtual ones are numbered behind `%`.
pub fn register(function: &Function, reg: Reg) -> String {
    match reg.as_physical() {
        Some((File::R, number)) => format!("r{number}"),
        Some((File::P, number)) => format!("p{number}"),
        Some((File::D, number)) => format!("r{}:{}", 2 * number + 1, 2 * number),
        None => format!("%{:?}{}", function.file(reg), reg.as_virtual().unwrap_or(0)).to_lowercase(),
    }
}

fn half(reg: Reg, is_upper: bool) -> String {
    match reg.as_physical() {
        Some((File::D, number)) => format!("r{}", 2 * number + u32::from(is_upper)),
        _ => format!("%{}.{}", reg.as_virtual().unwrap_or(0), if is_upper { "hi" } else { "lo" }),
    }
}
