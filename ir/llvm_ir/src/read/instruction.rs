//! Instructions.

use super::Reader;
use super::failure::Read;
use super::lexer::TokenKind;
use super::types::{ADDRESSED, ALLOCA, ARGUMENT, LOADED};
use crate::model::Opcode;
use crate::model::attribute::AttributeSet;
use crate::model::inst::{Access, Argument, BlockId, Call, Callee, InlineAsm, InstKind, flag};
use crate::model::types::Ty;
use crate::model::value::Value;

const ORDERINGS: &[&str] = &["unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

const ICMP: &[&str] = &["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

const FCMP: &[&str] = &[
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true",
];

const RMW: &[&str] = &[
    "xchg",
    "add",
    "sub",
    "and",
    "nand",
    "or",
    "xor",
    "max",
    "min",
    "umax",
    "umin",
    "fadd",
    "fsub",
    "fmax",
    "fmin",
    "fmaximum",
    "fminimum",
    "uinc_wrap",
    "udec_wrap",
    "usub_cond",
    "usub_sat",
];

/// The flags of integers and addresses.
const FLAGS: &[(&str, u32)] = &[
    ("nuw", flag::NUW),
    ("nsw", flag::NSW),
    ("exact", flag::EXACT),
    ("disjoint", flag::DISJOINT),
    ("nneg", flag::NNEG),
    ("samesign", flag::SAMESIGN),
    ("inbounds", flag::INBOUNDS | flag::NUSW),
    ("nusw", flag::NUSW),
    ("fast", flag::FAST),
];

/// The operation of an instruction, the type of its result, its flags.
type Parts = (InstKind, Ty, u32);

impl Reader {
    fn flags(&mut self) -> u32 {
        let mut flags = 0;
        while let Some((_, bits)) = FLAGS.iter().chain(flag::FAST_WORDS).find(|(word, _)| self.at_word(word)) {
            flags |= bits;
            self.advance();
        }
        flags
    }

    pub(super) fn instruction(&mut self) -> Read<Parts> {
        let word = match self.peek().kind {
            TokenKind::Word => String::from_utf8_lossy(&self.peek().text).into_owned(),
            _ => return self.fail("expected instruction opcode"),
        };
        if let Some(opcode) = Opcode::ALL.iter().copied().find(|opcode| opcode.word() == word) {
            self.advance();
            return self.arithmetic(opcode);
        }
        let void = |kind| (kind, Ty::VOID, 0);
        match &word[..] {
            "tail" | "musttail" | "notail" | "call" => return self.call(),
            "icmp" | "fcmp" => return self.compare(&word),
            "select" => {
                self.advance();
                let flags = self.flags();
                let (_, condition) = self.typed_value()?;
                self.sign(",")?;
                let (ty, yes) = self.typed_value()?;
                self.sign(",")?;
                let (_, no) = self.typed_value()?;
                return Ok((InstKind::Select(condition, yes, no), ty, flags));
            }
            "phi" => return self.phi(),
            "load" | "store" | "alloca" | "getelementptr" | "atomicrmw" | "cmpxchg" | "fence" => {
                return self.memory(&word);
            }
            "extractelement" | "insertelement" | "shufflevector" | "extractvalue" | "insertvalue" => {
                return self.aggregate(&word);
            }
            _ => {}
        }
        self.advance();
        Ok(match &word[..] {
            "freeze" => {
                let (ty, value) = self.typed_value()?;
                (InstKind::Freeze(value), ty, 0)
            }
            "va_arg" => {
                let (_, value) = self.typed_value()?;
                self.sign(",")?;
                (InstKind::VaArg(value), self.ty()?, 0)
            }
            "ret" => {
                let ty = self.any_ty()?;
                void(InstKind::Ret(if ty == Ty::VOID { None } else { Some(self.value(ty)?) }))
            }
            "br" => void(self.branch()?),
            "switch" => void(self.switch()?),
            "indirectbr" => {
                let (_, value) = self.typed_value()?;
                self.sign(",")?;
                self.sign("[")?;
                let mut blocks = Vec::new();
                while !self.at_sign("]") {
                    blocks.push(self.label()?);
                    if !self.try_sign(",") {
                        break;
                    }
                }
                self.sign("]")?;
                void(InstKind::IndirectBr(value, blocks))
            }
            "invoke" => {
                let (call, result) = self.callee_and_args()?;
                self.word("to")?;
                let normal = self.label()?;
                self.word("unwind")?;
                let unwind = self.label()?;
                (InstKind::Invoke { call: Box::new(call), normal, unwind }, result, 0)
            }
            "landingpad" => self.landing_pad()?,
            "resume" => void(InstKind::Resume(self.typed_value()?.1)),
            "unreachable" => void(InstKind::Unreachable),
            _ => return self.fail(format!("expected instruction opcode, not '{word}'")),
        })
    }

    fn arithmetic(&mut self, opcode: Opcode) -> Read<Parts> {
        let flags = self.flags();
        let (ty, a) = self.typed_value()?;
        if opcode == Opcode::FNeg {
            return Ok((InstKind::FNeg(a), ty, flags));
        }
        if opcode.is_cast() {
            self.word("to")?;
            return Ok((InstKind::Cast(opcode, a), self.ty()?, flags));
        }
        self.sign(",")?;
        let b = self.value(ty)?;
        Ok((InstKind::Binary(opcode, a, b), ty, flags))
    }

    fn compare(&mut self, word: &str) -> Read<Parts> {
        self.advance();
        let flags = self.flags();
        let predicates = if word == "icmp" { ICMP } else { FCMP };
        let Some(predicate) = self.one_of(predicates) else { return self.fail("expected predicate") };
        let (ty, a) = self.typed_value()?;
        self.sign(",")?;
        let b = self.value(ty)?;
        let result = self.module.types.in_shape(ty, Ty::I1);
        let kind = match word {
            "icmp" => InstKind::ICmp(predicate, a, b),
            _ => InstKind::FCmp(predicate, a, b),
        };
        Ok((kind, result, flags))
    }

    fn phi(&mut self) -> Read<Parts> {
        self.advance();
        let flags = self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        while self.try_sign("[") {
            let value = self.value(ty)?;
            self.sign(",")?;
            incoming.push((value, self.block_name()?));
            self.sign("]")?;
            // Metadata may follow a comma, too.
            if !self.at_sign(",") || self.peek_at(1).kind == TokenKind::Metadata {
                break;
            }
            self.advance();
        }
        Ok((InstKind::Phi(incoming), ty, flags))
    }

    fn label(&mut self) -> Read<BlockId> {
        self.word("label")?;
        self.block_name()
    }

    fn branch(&mut self) -> Read<InstKind> {
        if self.at_word("label") {
            return Ok(InstKind::Br(self.label()?));
        }
        let (_, condition) = self.typed_value()?;
        self.sign(",")?;
        let yes = self.label()?;
        self.sign(",")?;
        Ok(InstKind::CondBr(condition, yes, self.label()?))
    }

    fn switch(&mut self) -> Read<InstKind> {
        let (_, value) = self.typed_value()?;
        self.sign(",")?;
        let default = self.label()?;
        self.sign("[")?;
        let mut cases = Vec::new();
        while !self.at_sign("]") {
            let case = self.typed_constant()?;
            self.sign(",")?;
            cases.push((case, self.label()?));
        }
        self.sign("]")?;
        Ok(InstKind::Switch { value, default, cases })
    }

    fn landing_pad(&mut self) -> Read<Parts> {
        let ty = self.ty()?;
        let cleanup = self.try_word("cleanup");
        let mut clauses = Vec::new();
        while let Some(word) = self.one_of(&["catch", "filter"]) {
            clauses.push((word == "filter", self.typed_value()?.1));
        }
        Ok((InstKind::LandingPad { cleanup, clauses }, ty, 0))
    }

    fn aggregate(&mut self, word: &str) -> Read<Parts> {
        self.advance();
        let (ty, a) = self.typed_value()?;
        if word == "extractvalue" {
            let indices = self.indices()?;
            let Some(result) = self.inside(ty, &indices) else { return self.fail("invalid indices for extractvalue") };
            return Ok((InstKind::ExtractValue(a, indices), result, 0));
        }
        self.sign(",")?;
        let (_, b) = self.typed_value()?;
        match word {
            "extractelement" => {
                let element = self.module.types.scalar(ty);
                Ok((InstKind::ExtractElement(a, b), element, 0))
            }
            "insertvalue" => {
                let indices = self.indices()?;
                Ok((InstKind::InsertValue(a, b, indices), ty, 0))
            }
            "insertelement" => {
                self.sign(",")?;
                let (_, index) = self.typed_value()?;
                Ok((InstKind::InsertElement(a, b, index), ty, 0))
            }
            _ => {
                self.sign(",")?;
                self.shuffle(ty, a, b)
            }
        }
    }

    fn inside(&self, mut ty: Ty, indices: &[u64]) -> Option<Ty> {
        for &index in indices {
            ty = self.module.types.inside(ty, index)?;
        }
        Some(ty)
    }

    fn indices(&mut self) -> Read<Vec<u64>> {
        let mut indices = Vec::new();
        while self.at_sign(",") && self.peek_at(1).kind == TokenKind::Int {
            self.advance();
            indices.push(self.number()?);
        }
        Ok(indices)
    }

    fn shuffle(&mut self, ty: Ty, a: Value, b: Value) -> Read<Parts> {
        use crate::model::constant::Constants;
        use crate::model::types::TyData;
        let mask_ty = self.ty()?;
        let mask = self.constant(mask_ty)?;
        let (TyData::Vector { n, scalable, .. }, TyData::Vector { element, .. }) =
            (self.module.types.data(mask_ty).clone(), self.module.types.data(ty).clone())
        else {
            return self.fail("invalid operands to shufflevector");
        };
        let n_parts = Constants::n_parts(&self.module.types, mask_ty).unwrap_or(n);
        let mut indices = Vec::new();
        for index in 0..n_parts {
            let part = self.module.constants.part(&self.module.types, mask, index);
            let value = part.and_then(|part| self.module.constants.as_int(part)).and_then(|value| value.to_u64());
            indices.push(value.map_or(-1, |value| value as i32));
        }
        let result = self.module.types.get(TyData::Vector { n, element, scalable });
        Ok((InstKind::ShuffleVector(a, b, indices), result, 0))
    }

    fn scope(&mut self) -> Read<Option<String>> {
        if !self.try_word("syncscope") {
            return Ok(None);
        }
        self.sign("(")?;
        let scope = self.string()?;
        self.sign(")")?;
        Ok(Some(scope))
    }

    /// `syncscope("..") ordering`
    fn atomic(&mut self, access: &mut Access) -> Read<()> {
        access.scope = self.scope()?;
        access.ordering = self.one_of(ORDERINGS);
        if access.ordering.is_none() {
            return self.fail("expected ordering on atomic instruction");
        }
        Ok(())
    }

    /// `, align 4`
    fn align(&mut self) -> Read<u64> {
        let next = self.peek_at(1);
        if self.at_sign(",") && next.kind == TokenKind::Word && next.text == b"align" {
            self.advance();
            self.advance();
            return self.number();
        }
        Ok(0)
    }

    fn memory(&mut self, word: &str) -> Read<Parts> {
        self.advance();
        match word {
            "alloca" => return self.alloca(),
            "getelementptr" => return self.gep(),
            "atomicrmw" => return self.atomic_rmw(),
            "cmpxchg" => return self.cmpxchg(),
            "fence" => {
                let mut access = Access::default();
                self.atomic(&mut access)?;
                return Ok((InstKind::Fence(access), Ty::VOID, 0));
            }
            _ => {}
        }
        let mut access = Access::default();
        let is_atomic = self.try_word("atomic");
        access.volatile = self.try_word("volatile");
        let loaded = if word == "load" { Some(self.ty_for(&LOADED)?) } else { None };
        if loaded.is_some() {
            self.sign(",")?;
        }
        let (ty, first) = self.typed_value()?;
        let second = match loaded {
            Some(_) => None,
            None => {
                self.sign(",")?;
                Some(self.typed_value()?.1)
            }
        };
        if is_atomic {
            self.atomic(&mut access)?;
        }
        access.align = self.align()?;
        if access.align == 0 {
            let layout = crate::model::layout::Layout::parse(&self.module.layout);
            access.align = layout.abi_align(&self.module.types, loaded.unwrap_or(ty));
        }
        Ok(match (loaded, second) {
            (Some(ty), _) => (InstKind::Load(first, access), ty, 0),
            (None, Some(ptr)) => (InstKind::Store(first, ptr, access), Ty::VOID, 0),
            (None, None) => return self.fail("expected ',' here"),
        })
    }

    fn alloca(&mut self) -> Read<Parts> {
        let inalloca = self.try_word("inalloca");
        self.try_word("swifterror");
        let element = self.ty_for(&ALLOCA)?;
        let mut count = Value::Const(self.module.constants.i32(1));
        let (mut align, mut space) = (0, 0);
        while self.at_sign(",") && self.peek_at(1).kind != TokenKind::Metadata {
            self.advance();
            if self.try_word("align") {
                align = self.number()?;
            } else if self.try_word("addrspace") {
                space = self.number_in_parens()? as u32;
            } else {
                count = self.typed_value()?.1;
            }
        }
        if align == 0 {
            let layout = crate::model::layout::Layout::parse(&self.module.layout);
            align = layout.preferred_align(&self.module.types, element);
        }
        let ty = self.module.types.ptr(space);
        Ok((InstKind::Alloca { element, count, align, inalloca, space }, ty, 0))
    }

    fn gep(&mut self) -> Read<Parts> {
        let flags = self.flags();
        let element = self.ty_for(&ADDRESSED)?;
        self.sign(",")?;
        let (mut ty, base) = self.typed_value()?;
        let mut indices = Vec::new();
        while self.at_sign(",") && self.peek_at(1).kind != TokenKind::Metadata {
            self.advance();
            let (index_ty, index) = self.typed_value()?;
            if self.module.types.is_vector(index_ty) && !self.module.types.is_vector(ty) {
                ty = self.module.types.in_shape(index_ty, ty);
            }
            indices.push(index);
        }
        Ok((InstKind::Gep { element, base, indices }, ty, flags))
    }

    fn atomic_rmw(&mut self) -> Read<Parts> {
        let mut access = Access { volatile: self.try_word("volatile"), ..Access::default() };
        let Some(op) = self.one_of(RMW) else { return self.fail("expected binary operation in atomicrmw") };
        let (_, ptr) = self.typed_value()?;
        self.sign(",")?;
        let (ty, value) = self.typed_value()?;
        self.atomic(&mut access)?;
        access.align = self.align()?;
        Ok((InstKind::AtomicRmw { op, ptr, value, access }, ty, 0))
    }

    fn cmpxchg(&mut self) -> Read<Parts> {
        let weak = self.try_word("weak");
        let mut access = Access { volatile: self.try_word("volatile"), ..Access::default() };
        let (_, ptr) = self.typed_value()?;
        self.sign(",")?;
        let (_, cmp) = self.typed_value()?;
        self.sign(",")?;
        let (ty, new) = self.typed_value()?;
        self.atomic(&mut access)?;
        let Some(failure) = self.one_of(ORDERINGS) else {
            return self.fail("expected ordering on atomic instruction");
        };
        access.align = self.align()?;
        let result = self.module.types.structure(vec![ty, Ty::I1]);
        Ok((InstKind::CmpXchg { ptr, cmp, new, failure, weak, access }, result, 0))
    }

    fn call(&mut self) -> Read<Parts> {
        let tail = self.one_of(&["tail", "musttail", "notail"]).unwrap_or("");
        self.word("call")?;
        let flags = self.flags();
        let (mut call, result) = self.callee_and_args()?;
        call.tail = tail;
        Ok((InstKind::Call(Box::new(call)), result, flags))
    }

    fn callee_and_args(&mut self) -> Read<(Call, Ty)> {
        let convention = self.calling_convention()?;
        let result_attrs = self.attrs()?;
        if self.try_word("addrspace") {
            self.number_in_parens()?;
        }
        let ty = self.any_ty()?;
        // The type of an undeclared intrinsic follows from its arguments.
        let callee = match self.undeclared_callee() {
            Some(intrinsic) => Err(intrinsic),
            None if self.at_word("asm") => Ok(Callee::Asm(self.inline_asm()?)),
            None => Ok(Callee::Value(self.value(Ty::PTR)?)),
        };
        let (mut args, mut arg_attrs, mut params) = (Vec::new(), Vec::new(), Vec::new());
        self.sign("(")?;
        while !self.at_sign(")") && !self.try_sign("...") {
            let ty = self.ty_for(&ARGUMENT)?;
            params.push(ty);
            if ty == Ty::METADATA {
                args.push(Argument::Metadata(self.metadata()?));
                arg_attrs.push(AttributeSet::default());
            } else {
                arg_attrs.push(self.attrs()?);
                args.push(Argument::Value(self.value(ty)?));
            }
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign(")")?;
        let (result, ty) = match self.module.types.signature(ty) {
            Some((result, ..)) => (result, ty),
            None => (ty, self.module.types.function(ty, params, false)),
        };
        let callee = match callee {
            Ok(callee) => callee,
            Err(intrinsic) => {
                let id = self.declare(intrinsic, ty)?;
                Callee::Value(Value::Const(self.module.address(id)))
            }
        };
        let mut call = Call::new(callee, ty, args);
        (call.convention, call.result_attrs, call.arg_attrs) = (convention, result_attrs, arg_attrs);
        call.attrs = self.function_attrs()?;
        call.bundles = self.bundles()?;
        Ok((call, result))
    }

    fn bundles(&mut self) -> Read<Vec<(String, Vec<Value>)>> {
        let mut bundles = Vec::new();
        if !self.try_sign("[") {
            return Ok(bundles);
        }
        while !self.at_sign("]") {
            let tag = self.string()?;
            self.sign("(")?;
            let mut values = Vec::new();
            while !self.at_sign(")") {
                values.push(self.typed_value()?.1);
                if !self.try_sign(",") {
                    break;
                }
            }
            self.sign(")")?;
            bundles.push((tag, values));
            if !self.try_sign(",") {
                break;
            }
        }
        self.sign("]")?;
        Ok(bundles)
    }

    fn inline_asm(&mut self) -> Read<InlineAsm> {
        self.word("asm")?;
        let mut asm = InlineAsm {
            text: Vec::new(),
            constraints: Vec::new(),
            sideeffect: self.try_word("sideeffect"),
            alignstack: self.try_word("alignstack"),
            inteldialect: self.try_word("inteldialect"),
            unwind: self.try_word("unwind"),
        };
        asm.text = self.string()?.into_bytes();
        self.sign(",")?;
        asm.constraints = self.string()?.into_bytes();
        Ok(asm)
    }
}
