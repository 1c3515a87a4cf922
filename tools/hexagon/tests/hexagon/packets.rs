//! Random packets: the checker refuses those that the assembler refuses.

use rmlir::interp::random::Random;
use rmlir_hexagon::check::{Rule, broken_rule};
use rmlir_hexagon::code::{Function, Inst, Operand, Packet, Reg};
use rmlir_hexagon::op::{File, Kind, Op};
use rmlir_hexagon::{print, table as t};
use rmlir_hexagon_codegen::run::Tools;

/// Instructions of every class, with and without room for extenders.
fn pool() -> Vec<&'static Op> {
    vec![
        &t::ADD,
        &t::ADD_I,
        &t::SUB_I,
        &t::MOVE_I,
        &t::MUX_RI,
        &t::COMBINE,
        &t::CMP_GT,
        &t::CMP_GTU_I,
        &t::TEST_BIT_I,
        &t::AND_P,
        &t::FROM_P,
        &t::ASL,
        &t::MAX,
        &t::ADD_ASL,
        &t::ABS,
        &t::MPY,
        &t::MAC,
        &t::MPY_D,
        &t::ADD_D,
        &t::LSR_DI,
        &t::SF_ADD,
        &t::SF_MAC,
        &t::SF_GT,
        &t::DF_ADD,
        &t::W_TO_SF,
        &t::LOAD_W.offset,
        &t::LOAD_UB.increment,
        &t::LOAD_D.index,
        &t::STORE_W.offset,
        &t::STORE_H.increment,
        &t::STORE_D.index,
        &t::LOAD_W.conditional[0][0],
        &t::LOAD_UB.conditional[1][1],
        &t::LOAD_D.conditional[1][0],
        &t::STORE_W.conditional[0][0],
        &t::STORE_H.conditional[1][1],
        &t::STORE_D.conditional[0][1],
        &t::ADD_IF,
        &t::ADD_I_IF_NOT,
        &t::SF_RECIPROCAL,
        &t::SF_NUMERATOR,
        &t::SF_MAC_SCALE,
        &t::D_TO_DF,
        &t::AND_NOT_P,
        &t::JUMP,
        &t::JUMP_IF,
        &t::JUMP_IF_NOT,
    ]
}

/// The number of packets.
const N_PACKETS: usize = 1500;

fn register(file: File, random: &mut Random) -> Reg {
    let n_registers = match file {
        File::R => 24,
        File::D => 12,
        File::P => 4,
    };
    Reg::physical(file, random.below(n_registers) as u32)
}

fn instruction(random: &mut Random) -> Inst {
    let pool = pool();
    let op = pool[random.below(pool.len() as u64) as usize];
    let defs: Vec<Reg> = op.defs.iter().map(|&file| register(file, random)).collect();
    let operand = |kind: &Kind, random: &mut Random| match kind {
        Kind::Reg(file) => Operand::Reg(register(*file, random)),
        // One of four takes an extender.
        Kind::Imm(imm) if imm.extends && random.below(4) == 0 => Operand::Imm(imm.most + 1000 * imm.step),
        Kind::Imm(imm) => {
            Operand::Imm(imm.least + imm.step * random.below(((imm.most - imm.least) / imm.step) as u64 + 1) as i64)
        }
        Kind::Symbol | Kind::Label => Operand::Symbol("begin".to_owned()),
    };
    let mut uses: Vec<Operand> = op.uses.iter().map(|kind| operand(kind, random)).collect();
    if let Some(def) = op.tied {
        uses[0] = defs[def].into();
    }
    Inst::new(op, &defs, uses)
}

/// What a packet has to be for the comparison: results that are written twice are told by the checker for predicates too,
/// of which the assembler takes the conjunction, and for instructions with predicates, of which one may be true at most.
fn is_compared(packet: &Packet) -> bool {
    let is_predicate = |def: &Reg| def.as_physical().is_some_and(|(file, _)| file == File::P);
    broken_rule(packet, false) != Some(Rule::Written)
        || !packet.iter().any(|inst| inst.op.is_conditional() || inst.defs.iter().any(is_predicate))
}

/// Packets that the assembler refuses and, for each difference between it and the checker, a line.
fn compared(tools: &Tools, packets: &[Packet]) -> (usize, Vec<String>) {
    let function = Function::default();
    let line = |packet: &Packet| {
        let texts: Vec<String> = packet.iter().map(|inst| print::inst_text(&function, inst)).collect();
        format!("{{ {} }}", texts.join(" ; "))
    };
    let lines: Vec<String> = packets.iter().map(line).collect();
    let folder = tempfile::tempdir().expect("there is room");
    let refused = tools.refused_lines(&format!("begin:\n{}\n", lines.join("\n")), folder.path()).expect("it runs");
    let (mut n_refused, mut wrong) = (0, Vec::new());
    for (number, (packet, line)) in packets.iter().zip(&lines).enumerate() {
        // The label is the first line.
        let by_assembler = refused.contains(&(number + 2));
        let by_checker = broken_rule(packet, false);
        n_refused += usize::from(by_assembler);
        // The manual has slots 2 and 3 for jumps, and two jumps in some orders only; the assembler asks for less.
        let is_stricter = packet.iter().any(|inst| inst.op.class.branches());
        if by_assembler != by_checker.is_some() && (by_assembler || !is_stricter) {
            wrong.push(format!("{by_assembler} {by_checker:?} {line}"));
        }
    }
    (n_refused, wrong)
}

#[test]
fn the_checker_refuses_what_the_assembler_refuses() {
    let Ok(tools) = Tools::find() else { return };
    let mut random = Random::new(1);
    let mut packets: Vec<Packet> = Vec::new();
    while packets.len() < N_PACKETS {
        let n = 1 + random.below(5);
        let packet: Packet = (0..n).map(|_| instruction(&mut random)).collect();
        if is_compared(&packet) {
            packets.push(packet);
        }
    }
    let (n_refused, wrong) = compared(&tools, &packets);
    assert!(n_refused > 200, "{n_refused} packets were refused");
    assert!(wrong.is_empty(), "{} of {N_PACKETS}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_legal_packet_with_an_instruction_too_many_is_refused() {
    let Ok(tools) = Tools::find() else { return };
    let mut random = Random::new(2);
    let mut packets: Vec<Packet> = Vec::new();
    while packets.len() < N_PACKETS {
        let mut packet = Packet::new();
        // The instruction that makes it illegal is the last one.
        while broken_rule(&packet, false).is_none() {
            packet.push(instruction(&mut random));
        }
        if is_compared(&packet) {
            packets.push(packet);
        }
    }
    let (n_refused, wrong) = compared(&tools, &packets);
    assert!(n_refused > 200, "{n_refused} packets were refused");
    assert!(wrong.is_empty(), "{} of {N_PACKETS}:\n{}", wrong.len(), wrong.join("\n"));
}
