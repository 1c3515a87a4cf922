//! Functions and blocks.

use super::Writer;
use super::slots::number;
use crate::model::inst::{BlockId, FunctionBody};
use crate::model::{Function, Global, GlobalId};

/// The column at which a block's predecessors are listed.
const PREDECESSORS_AT: usize = 50;

/// The calling conventions that have a keyword.
pub const CONVENTIONS: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (17, "cxx_fast_tlscc"),
    (18, "tailcc"),
    (19, "cfguard_checkcc"),
    (20, "swifttailcc"),
    (21, "preserve_nonecc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "win64cc"),
    (80, "x86_vectorcallcc"),
    (81, "hhvmcc"),
    (82, "hhvm_ccc"),
    (83, "x86_intrcc"),
    (84, "avr_intrcc"),
    (85, "avr_signalcc"),
    (87, "amdgpu_vs"),
    (88, "amdgpu_gs"),
    (89, "amdgpu_ps"),
    (90, "amdgpu_cs"),
    (91, "amdgpu_kernel"),
    (92, "x86_regcallcc"),
    (93, "amdgpu_hs"),
    (95, "amdgpu_ls"),
    (96, "amdgpu_es"),
    (97, "aarch64_vector_pcs"),
    (98, "aarch64_sve_vector_pcs"),
    (100, "amdgpu_gfx"),
    (102, "aarch64_sme_preservemost_from_x0"),
    (103, "aarch64_sme_preservemost_from_x2"),
    (104, "amdgpu_cs_chain"),
    (105, "amdgpu_cs_chain_preserve"),
    (106, "m68k_rtdcc"),
    (107, "graalcc"),
    (110, "riscv_vector_cc"),
    (111, "aarch64_sme_preservemost_from_x1"),
    (124, "amdgpu_gfx_whole_wave"),
];

impl<'m> Writer<'m> {
    pub(super) fn write_function(&mut self, id: GlobalId, global: &'m Global, function: &'m Function) {
        self.function_comment(function);
        self.slots.enter(id, global, function);
        self.function = Some(id);
        match &function.body {
            None => {
                self.text("declare");
                self.attachments(" ", &global.attachments);
                self.text(" ");
            }
            Some(_) => self.text("define "),
        }
        self.word(global.linkage);
        self.preemption(global);
        self.word(global.visibility);
        self.convention(function.convention);
        if !function.result_attrs.is_empty() {
            self.attrs(&function.result_attrs);
            self.text(" ");
        }
        self.signature(global, function);
        if !global.unnamed_addr.is_empty() {
            self.print(format_args!(" {}", global.unnamed_addr));
        }
        if global.space != 0 {
            self.print(format_args!(" addrspace({})", global.space));
        }
        if !function.attrs.is_empty() {
            let slot = self.slots.group(&function.attrs);
            self.print(format_args!(" #{slot}"));
        }
        if let Some(section) = &global.section {
            self.text(" section ");
            self.quoted(section.as_bytes());
        }
        if let Some(comdat) = &global.comdat {
            self.comdat(&global.name, comdat);
        }
        if global.align != 0 {
            self.print(format_args!(" align {}", global.align));
        }
        if let Some(gc) = &function.gc {
            self.text(" gc ");
            self.quoted(gc.as_bytes());
        }
        if let Some(personality) = function.personality {
            self.text(" personality ");
            self.typed_constant(personality);
        }
        if let Some(body) = &function.body {
            self.attachments(" ", &global.attachments);
            self.text(" {");
            for block in 0..body.blocks.len() {
                self.block(body, block as BlockId);
            }
            self.text("}");
        }
        self.text("\n");
        self.function = None;
    }

    /// A comment with the attributes that have no strings.
    fn function_comment(&mut self, function: &Function) {
        let known: Vec<_> = function.attrs.iter().filter(|attribute| !attribute.is_text()).collect();
        if known.is_empty() {
            return;
        }
        self.text("; Function Attrs:");
        for attribute in known {
            self.text(" ");
            self.attribute(attribute, false);
        }
        self.text("\n");
    }

    /// The keyword of a calling convention and a space; nothing for C's.
    pub(super) fn convention(&mut self, convention: u32) {
        match CONVENTIONS.iter().find(|(number, _)| *number == convention) {
            Some((_, word)) => self.word(word),
            None if convention == 0 => {}
            None => self.print(format_args!("cc{convention} ")),
        }
    }

    fn signature(&mut self, global: &Global, function: &Function) {
        let module = self.module;
        let Some((result, params, variadic)) = module.types.signature(global.ty) else { return };
        self.ty(result);
        self.text(" ");
        self.name('@', &global.name);
        self.text("(");
        for (index, &param) in params.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.ty(param);
            if let Some(attrs) = function.param_attrs.get(index).filter(|attrs| !attrs.is_empty()) {
                self.text(" ");
                self.attrs(attrs);
            }
            if function.body.is_some() {
                self.text(" ");
                self.arg_name(function, index);
            }
        }
        if variadic {
            self.text(if params.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
    }

    pub(super) fn arg_name(&mut self, function: &Function, index: usize) {
        match function.param_names.get(index) {
            Some(Some(name)) => self.name('%', name),
            _ => {
                let slot = self.slots.arg(index as u32).unwrap_or(0);
                self.print(format_args!("%{slot}"));
            }
        }
    }

    fn block(&mut self, body: &FunctionBody, block: BlockId) {
        let start = self.out.len();
        let is_entry = block == 0;
        match &body.blocks[block as usize].name {
            Some(name) => {
                self.text("\n");
                self.bare_name(name);
                self.text(":");
            }
            None if is_entry => {}
            None => {
                let slot = self.slots.block(block).unwrap_or(0);
                self.print(format_args!("\n{slot}:"));
            }
        }
        if !is_entry {
            let column = self.out.len() - start - 1;
            let blanks = PREDECESSORS_AT.saturating_sub(column).max(1);
            self.text(&" ".repeat(blanks));
            self.predecessors(body, block);
        }
        self.text("\n");
        for &id in &body.blocks[block as usize].insts {
            self.instruction(body, id);
        }
    }

    /// The predecessors whose terminators were created last come first, as in LLVM's use lists.
    fn predecessors(&mut self, body: &FunctionBody, block: BlockId) {
        let from: Vec<BlockId> =
            body.edges.iter().rev().filter(|(_, to)| *to == block).map(|(from, _)| *from).collect();
        if from.is_empty() {
            return self.text("; No predecessors!");
        }
        self.text("; preds = ");
        for (index, &from) in from.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.block_name(body, from);
        }
    }

    /// A block of the current function.
    pub(super) fn block_name(&mut self, body: &FunctionBody, block: BlockId) {
        match body.blocks.get(block as usize).and_then(|block| block.name.as_ref()) {
            Some(name) => self.name('%', name),
            None => {
                let slot = self.slots.block(block).unwrap_or(0);
                self.print(format_args!("%{slot}"));
            }
        }
    }

    /// A block of any function.
    pub(super) fn block_of(&mut self, id: GlobalId, block: BlockId) {
        let global = self.module.global(id);
        let Some(function) = global.function() else { return };
        let Some(body) = &function.body else { return };
        match &body.blocks[block as usize].name {
            Some(name) => self.name('%', name),
            None => {
                let slot = number(self.module, global.ty, function).block(block).unwrap_or(0);
                self.print(format_args!("%{slot}"));
            }
        }
    }
}
