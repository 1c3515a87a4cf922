//! Instructions.

use super::Writer;
use crate::model::inst::{
    Access, Argument, BlockId, Call, Callee, DebugRecord, FunctionBody, InlineAsm, Inst, InstKind, flag,
};
use crate::model::types::{Ty, TyData};
use crate::model::value::{InstId, Value};

impl Writer<'_> {
    /// The type of a value.
    pub(super) fn value_ty(&self, value: Value) -> Ty {
        let function = || self.function.map(|id| self.module.global(id));
        match value {
            Value::Const(id) => self.module.constants.ty(id),
            Value::Arg(index) => {
                let params = function().and_then(|global| self.module.types.signature(global.ty));
                params.and_then(|(_, params, _)| params.get(index as usize).copied()).unwrap_or(Ty::VOID)
            }
            Value::Inst(id) => {
                let body = function().and_then(|global| global.function()).and_then(|function| function.body.as_ref());
                body.map_or(Ty::VOID, |body| body.inst(id).ty)
            }
        }
    }

    pub(super) fn value(&mut self, value: Value) {
        let function = self.function.and_then(|id| self.module.global(id).function());
        match value {
            Value::Const(id) => self.constant(id),
            Value::Arg(index) => {
                if let Some(function) = function {
                    self.arg_name(function, index as usize);
                }
            }
            Value::Inst(id) => {
                let body = function.and_then(|function| function.body.as_ref());
                match body.and_then(|body| body.inst(id).name.as_ref()) {
                    Some(name) => self.name('%', name),
                    None => match self.slots.inst(id) {
                        Some(slot) => self.print(format_args!("%{slot}")),
                        None => self.text("<badref>"),
                    },
                }
            }
        }
    }

    pub(super) fn typed_value(&mut self, value: Value) {
        self.ty(self.value_ty(value));
        self.text(" ");
        self.value(value);
    }

    fn typed_values(&mut self, values: &[Value]) {
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.typed_value(value);
        }
    }

    /// The first operand with its type, the others without.
    fn same_typed(&mut self, values: &[Value]) {
        self.typed_value(values[0]);
        for &value in &values[1..] {
            self.text(", ");
            self.value(value);
        }
    }

    fn indices(&mut self, indices: &[u64]) {
        indices.iter().for_each(|index| self.print(format_args!(", {index}")));
    }

    fn label(&mut self, body: &FunctionBody, block: BlockId) {
        self.text("label ");
        self.block_name(body, block);
    }

    pub(super) fn instruction(&mut self, body: &FunctionBody, id: InstId) {
        let inst = body.inst(id);
        inst.records.iter().for_each(|record| self.record(record));
        self.text("  ");
        if inst.ty != Ty::VOID {
            self.value(Value::Inst(id));
            self.text(" = ");
        }
        self.kind(body, inst);
        self.attachments(", ", &inst.attachments);
        self.text("\n");
    }

    fn record(&mut self, record: &DebugRecord) {
        self.print(format_args!("    #dbg_{}(", record.kind));
        for operand in &record.operands {
            self.metadata(operand);
            self.text(", ");
        }
        if let Some(location) = record.location {
            self.node(location);
        }
        self.text(")\n");
    }

    /// The flags of an instruction, each followed by a space.
    fn flags(&mut self, flags: u32) {
        if flags & flag::FAST == flag::FAST {
            self.text("fast ");
        } else {
            let words = flag::FAST_WORDS.iter().filter(|(_, bit)| flags & bit != 0);
            words.for_each(|(word, _)| self.word(word));
        }
        let others = [
            (flag::NUW, "nuw"),
            (flag::NSW, "nsw"),
            (flag::EXACT, "exact"),
            (flag::DISJOINT, "disjoint"),
            (flag::NNEG, "nneg"),
            (flag::SAMESIGN, "samesign"),
        ];
        others.iter().filter(|(bit, _)| flags & bit != 0).for_each(|(_, word)| self.word(word));
    }

    fn kind(&mut self, body: &FunctionBody, inst: &Inst) {
        use InstKind::*;
        match &inst.kind {
            Binary(opcode, a, b) => {
                self.word(opcode.word());
                self.flags(inst.flags);
                self.same_typed(&[*a, *b]);
            }
            FNeg(a) => {
                self.text("fneg ");
                self.flags(inst.flags);
                self.typed_value(*a);
            }
            Cast(opcode, a) => {
                self.word(opcode.word());
                self.flags(inst.flags);
                self.typed_value(*a);
                self.text(" to ");
                self.ty(inst.ty);
            }
            ICmp(predicate, a, b) => {
                self.text("icmp ");
                self.flags(inst.flags);
                self.word(predicate);
                self.same_typed(&[*a, *b]);
            }
            FCmp(predicate, a, b) => {
                self.text("fcmp ");
                self.flags(inst.flags);
                self.word(predicate);
                self.same_typed(&[*a, *b]);
            }
            Select(a, b, c) => {
                self.text("select ");
                self.flags(inst.flags);
                self.typed_values(&[*a, *b, *c]);
            }
            Freeze(a) => self.word_and("freeze", &[*a]),
            ExtractElement(a, b) => self.word_and("extractelement", &[*a, *b]),
            InsertElement(a, b, c) => self.word_and("insertelement", &[*a, *b, *c]),
            ShuffleVector(a, b, mask) => {
                self.word_and("shufflevector", &[*a, *b]);
                self.mask(inst.ty, mask);
            }
            ExtractValue(a, indices) => {
                self.word_and("extractvalue", &[*a]);
                self.indices(indices);
            }
            InsertValue(a, b, indices) => {
                self.word_and("insertvalue", &[*a, *b]);
                self.indices(indices);
            }
            Alloca { element, count, align, inalloca, space } => {
                self.text(if *inalloca { "alloca inalloca " } else { "alloca " });
                self.ty(*element);
                self.count(*count);
                if *align != 0 {
                    self.print(format_args!(", align {align}"));
                }
                if *space != 0 {
                    self.print(format_args!(", addrspace({space})"));
                }
            }
            Load(ptr, access) => {
                self.access_start("load", access);
                self.ty(inst.ty);
                self.text(", ");
                self.typed_value(*ptr);
                self.access_end(access);
            }
            Store(value, ptr, access) => {
                self.access_start("store", access);
                self.typed_values(&[*value, *ptr]);
                self.access_end(access);
            }
            Gep { element, base, indices } => {
                self.text("getelementptr ");
                self.gep_flags(inst.flags);
                self.ty(*element);
                self.text(", ");
                self.typed_value(*base);
                for &index in indices {
                    self.text(", ");
                    self.typed_value(index);
                }
            }
            AtomicRmw { op, ptr, value, access } => {
                self.text("atomicrmw ");
                self.text(if access.volatile { "volatile " } else { "" });
                self.word(op);
                self.typed_values(&[*ptr, *value]);
                self.ordering(access, None);
                self.print(format_args!(", align {}", access.align));
            }
            CmpXchg { ptr, cmp, new, failure, weak, access } => {
                self.text(if *weak { "cmpxchg weak " } else { "cmpxchg " });
                self.text(if access.volatile { "volatile " } else { "" });
                self.typed_values(&[*ptr, *cmp, *new]);
                self.ordering(access, Some(failure));
                self.print(format_args!(", align {}", access.align));
            }
            Fence(access) => {
                self.text("fence");
                self.ordering(access, None);
            }
            VaArg(a) => {
                self.word_and("va_arg", &[*a]);
                self.text(", ");
                self.ty(inst.ty);
            }
            Call(call) => {
                self.word(call.tail);
                self.text("call ");
                self.flags(inst.flags);
                self.call(call);
            }
            Invoke { call, normal, unwind } => {
                self.text("invoke ");
                self.call(call);
                self.text("\n          to ");
                self.label(body, *normal);
                self.text(" unwind ");
                self.label(body, *unwind);
            }
            LandingPad { cleanup, clauses } => {
                self.text("landingpad ");
                self.ty(inst.ty);
                if *cleanup || !clauses.is_empty() {
                    self.text("\n");
                }
                if *cleanup {
                    self.text("          cleanup");
                }
                for (index, &(is_filter, value)) in clauses.iter().enumerate() {
                    if index > 0 || *cleanup {
                        self.text("\n");
                    }
                    self.text(if is_filter { "          filter " } else { "          catch " });
                    self.typed_value(value);
                }
            }
            Resume(a) => self.word_and("resume", &[*a]),
            Phi(incoming) => {
                self.text("phi ");
                self.flags(inst.flags);
                self.ty(inst.ty);
                for (index, &(value, block)) in incoming.iter().enumerate() {
                    self.text(if index > 0 { ", [ " } else { " [ " });
                    self.value(value);
                    self.text(", ");
                    self.block_name(body, block);
                    self.text(" ]");
                }
            }
            Ret(None) => self.text("ret void"),
            Ret(Some(a)) => self.word_and("ret", &[*a]),
            Br(to) => {
                self.text("br ");
                self.label(body, *to);
            }
            CondBr(value, yes, no) => {
                self.word_and("br", &[*value]);
                for &block in [yes, no] {
                    self.text(", ");
                    self.label(body, block);
                }
            }
            Switch { value, default, cases } => {
                self.word_and("switch", &[*value]);
                self.text(", ");
                self.label(body, *default);
                self.text(" [");
                for &(value, block) in cases {
                    self.text("\n    ");
                    self.typed_constant(value);
                    self.text(", ");
                    self.label(body, block);
                }
                self.text("\n  ]");
            }
            IndirectBr(value, blocks) => {
                self.word_and("indirectbr", &[*value]);
                self.text(", [");
                for (index, &block) in blocks.iter().enumerate() {
                    if index > 0 {
                        self.text(", ");
                    }
                    self.label(body, block);
                }
                self.text("]");
            }
            Unreachable => self.text("unreachable"),
        }
    }

    fn word_and(&mut self, word: &str, values: &[Value]) {
        self.word(word);
        self.typed_values(values);
    }

    /// The number of elements, unless it is 1.
    fn count(&mut self, count: Value) {
        let is_one = match count {
            Value::Const(id) => {
                let is_i32 = self.module.constants.ty(id) == Ty::I32;
                is_i32 && self.module.constants.as_int(id).is_some_and(|value| value.is_one())
            }
            _ => false,
        };
        if !is_one {
            self.text(", ");
            self.typed_value(count);
        }
    }

    fn mask(&mut self, ty: Ty, mask: &[i32]) {
        let scalable = matches!(self.module.types.data(ty), TyData::Vector { scalable: true, .. });
        self.print(format_args!(", <{}{} x i32> ", if scalable { "vscale x " } else { "" }, mask.len()));
        if mask.iter().all(|&index| index == 0) {
            return self.text("zeroinitializer");
        }
        if mask.iter().all(|&index| index < 0) {
            return self.text("poison");
        }
        if mask.iter().all(|&index| index == mask[0]) {
            return self.print(format_args!("splat (i32 {})", mask[0]));
        }
        self.text("<");
        for (position, &index) in mask.iter().enumerate() {
            self.text(if position > 0 { ", i32 " } else { "i32 " });
            if index < 0 { self.text("poison") } else { self.print(format_args!("{index}")) }
        }
        self.text(">");
    }

    fn access_start(&mut self, word: &str, access: &Access) {
        self.word(word);
        if access.ordering.is_some() {
            self.text("atomic ");
        }
        if access.volatile {
            self.text("volatile ");
        }
    }

    fn access_end(&mut self, access: &Access) {
        self.ordering(access, None);
        if access.align != 0 {
            self.print(format_args!(", align {}", access.align));
        }
    }

    fn ordering(&mut self, access: &Access, failure: Option<&str>) {
        let Some(ordering) = access.ordering else { return };
        if let Some(scope) = access.scope.as_ref().filter(|scope| !scope.is_empty()) {
            self.text(" syncscope(");
            self.quoted(scope.as_bytes());
            self.text(")");
        }
        self.print(format_args!(" {ordering}"));
        if let Some(failure) = failure {
            self.print(format_args!(" {failure}"));
        }
    }

    fn call(&mut self, call: &Call) {
        self.convention(call.convention);
        if !call.result_attrs.is_empty() {
            self.attrs(&call.result_attrs);
            self.text(" ");
        }
        if let Some((result, _, variadic)) = self.module.types.signature(call.ty) {
            self.ty(if variadic { call.ty } else { result });
        }
        self.text(" ");
        match &call.callee {
            Callee::Value(value) => self.value(*value),
            Callee::Asm(asm) => self.asm(asm),
        }
        self.text("(");
        for (index, arg) in call.args.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.argument(arg, call.arg_attrs.get(index));
        }
        self.text(")");
        if !call.attrs.is_empty() {
            let slot = self.slots.group(&call.attrs);
            self.print(format_args!(" #{slot}"));
        }
        self.bundles(&call.bundles);
    }

    fn argument(&mut self, arg: &Argument, attrs: Option<&crate::model::attribute::AttributeSet>) {
        let value = match arg {
            Argument::Metadata(md) => {
                self.text("metadata ");
                return self.metadata(md);
            }
            Argument::Value(value) => *value,
        };
        self.ty(self.value_ty(value));
        self.text(" ");
        if let Some(attrs) = attrs.filter(|attrs| !attrs.is_empty()) {
            self.attrs(attrs);
            self.text(" ");
        }
        self.value(value);
    }

    fn bundles(&mut self, bundles: &[(String, Vec<Value>)]) {
        if bundles.is_empty() {
            return;
        }
        self.text(" [ ");
        for (index, (tag, values)) in bundles.iter().enumerate() {
            if index > 0 {
                self.text(", ");
            }
            self.quoted(tag.as_bytes());
            self.text("(");
            self.typed_values(values);
            self.text(")");
        }
        self.text(" ]");
    }

    fn asm(&mut self, asm: &InlineAsm) {
        self.text("asm ");
        let words = [
            (asm.sideeffect, "sideeffect"),
            (asm.alignstack, "alignstack"),
            (asm.inteldialect, "inteldialect"),
            (asm.unwind, "unwind"),
        ];
        words.iter().filter(|(is, _)| *is).for_each(|(_, word)| self.word(word));
        self.quoted(&asm.text);
        self.text(", ");
        self.quoted(&asm.constraints);
    }
}
