//! Intrinsics: operations that are exported as calls of functions that LLVM knows.
//!
//! The arguments are in order the operands of the operation, with its properties where the intrinsic has immediate
//! arguments. The types in the name and the attributes of the declaration are determined by
//! [`rmlir_llvm_ir::signature`].

use rmlir::prelude::*;
use rmlir_llvm::attrs::enums::{FPExceptionBehavior, RoundingMode};
use rmlir_llvm::intrinsics::constrained::{
    ConstrainedFpextIntr, ConstrainedFptruncIntr, ConstrainedSitofpIntr, ConstrainedUitofpIntr,
};
use rmlir_llvm::intrinsics::hint::AssumeIntr;
use rmlir_llvm::intrinsics::memory::NoAliasScopeDeclIntr;
use rmlir_llvm::intrinsics::vector::{MaskedGatherIntr, MaskedLoadIntr};
use rmlir_llvm::ops::call::CallIntrinsicOp;
use rmlir_llvm_ir::model::attribute::{Attribute, AttributeSet, Value as AttrValue};
use rmlir_llvm_ir::model::constant::ConstData;
use rmlir_llvm_ir::model::inst::{Argument, Call, Callee, InstKind};
use rmlir_llvm_ir::model::metadata::Md;
use rmlir_llvm_ir::model::types::Ty;
use rmlir_llvm_ir::model::value::{InstId, Value};
use rmlir_llvm_ir::model::{Function, Global, GlobalId, GlobalKind};
use rmlir_llvm_ir::signature::{self, Overload, add_known};

use super::table::fast;
use super::{Exporter, int_prop, text_prop, word_of};

/// The properties that are immediate arguments, by the operation's name without `llvm.intr.`: their argument positions
/// and names.
pub const IMMEDIATES: &[(&str, &[(usize, &str)])] = &[
    ("abs", &[(1, "is_int_min_poison")]),
    ("ctlz", &[(1, "is_zero_poison")]),
    ("cttz", &[(1, "is_zero_poison")]),
    ("expect.with.probability", &[(2, "prob")]),
    ("invariant.end", &[(1, "size")]),
    ("invariant.start", &[(0, "size")]),
    ("is.fpclass", &[(1, "bit")]),
    ("matrix.multiply", &[(2, "lhs_rows"), (3, "lhs_columns"), (4, "rhs_columns")]),
    ("matrix.transpose", &[(1, "rows"), (2, "columns")]),
    ("memcpy", &[(3, "isVolatile")]),
    ("memcpy.inline", &[(2, "len"), (3, "isVolatile")]),
    ("memmove", &[(3, "isVolatile")]),
    ("memset", &[(3, "isVolatile")]),
    ("memset.inline", &[(2, "len"), (3, "isVolatile")]),
    ("prefetch", &[(1, "rw"), (2, "hint"), (3, "cache")]),
    ("ubsantrap", &[(0, "failureKind")]),
    (rmlir_vector::ExtractOp::NAME, &[(1, "pos")]),
    (rmlir_vector::InsertOp::NAME, &[(2, "pos")]),
];

/// Operations whose name differs from the intrinsic's.
pub const RENAMED: &[(&str, &str)] = &[("vastart", "va_start"), ("vaend", "va_end"), ("vacopy", "va_copy")];

/// The name of the intrinsic without types.
fn intrinsic_name(own: &str) -> String {
    let own = RENAMED.iter().find(|(ours, _)| *ours == own).map_or(own, |(_, theirs)| theirs);
    format!("llvm.{own}")
}

impl<'a> Exporter<'a> {
    /// The function of an intrinsic for arguments and a result of these types.
    fn declaration(&mut self, base: &str, args: &[Ty], result: Ty) -> GlobalId {
        let mut name = base.to_owned();
        if let Some(signature) = signature::find(base) {
            name = format!("llvm.{}", signature.name);
            for overload in signature.overloads() {
                let ty = match overload {
                    Overload::Result => Some(result),
                    Overload::Member(index) => self.module.types.inside(result, index as u64),
                    Overload::Operand(index) => args.get(index).copied(),
                };
                if let Some(ty) = ty {
                    name.push('.');
                    name.push_str(&self.module.types.mangled(ty));
                }
            }
        }
        if let Some(id) = self.module.lookup(&name) {
            return id;
        }
        let ty = self.module.types.function(result, args.to_vec(), false);
        let mut function = Function { param_attrs: vec![AttributeSet::default(); args.len()], ..Function::default() };
        add_known(&name, &self.module.types, result, &mut function);
        self.module.add(Global::new(&name, ty, GlobalKind::Function(Box::new(function))))
    }

    /// A call of an intrinsic with values.
    fn intrinsic_call(&mut self, base: &str, args: Vec<Value>, result: Ty) -> Call {
        let types: Vec<Ty> = args.iter().map(|&arg| self.ty_of(arg)).collect();
        let id = self.declaration(base, &types, result);
        let callee = Value::Const(self.module.address(id));
        let ty = self.module.global(id).ty;
        Call::new(Callee::Value(callee), ty, args.into_iter().map(Argument::Value).collect())
    }

    /// Creates a call whose result is that of `op`.
    fn emit_call(&mut self, op: OpRef<'a>, call: Call) -> InstId {
        let is_float = op.results().next().is_some_and(|result| self.takes_fast_flags(result.ty()));
        let flags = if is_float { fast(op) } else { 0 };
        self.emit_result(op, InstKind::Call(Box::new(call)), flags)
    }

    fn result_ty(&mut self, op: OpRef<'a>) -> Ty {
        op.results().next().map_or(Ty::VOID, |result| self.ty(result.ty()))
    }

    /// An operation that is exported as a single intrinsic call.
    pub(super) fn intrinsic(&mut self, op: OpRef<'a>) -> Checked {
        let own = op.name_str().strip_prefix("llvm.intr.").unwrap_or_default();
        let immediates = IMMEDIATES.iter().find(|(name, _)| *name == own).map_or(&[][..], |(_, places)| places);
        let is_assume = op.is::<AssumeIntr>();
        let n_operands = if is_assume { 1 } else { op.n_operands() };
        let mut operands = 0..n_operands;
        let mut args = Vec::new();
        for place in 0..n_operands + immediates.len() {
            let immediate = immediates.iter().find(|(at, _)| *at == place);
            args.push(match immediate {
                Some((_, name)) => self.immediate(op, name)?,
                None => match operands.next() {
                    Some(operand) => self.operand(op, operand),
                    None => continue,
                },
            });
        }
        let result = self.result_ty(op);
        let mut call = self.intrinsic_call(&intrinsic_name(own), args, result);
        if is_assume {
            let slots = [AssumeIntr::OP_BUNDLE_SIZES, AssumeIntr::OP_BUNDLE_TAGS];
            call.bundles = self.bundles(op, op.operand_range(1), slots);
        }
        self.call_attrs(op, immediates, &mut call)?;
        let inst = self.emit_call(op, call);
        self.access_metadata(op, inst)
    }

    /// A property as an argument.
    fn immediate(&mut self, op: OpRef<'a>, name: &str) -> Result<Value, Box<Diagnostic>> {
        let Some(attr) = op.attr(name) else { return Err(op.error(format!("expects attribute '{name}'"))) };
        let ty = self.ty(attr.ty(self.cx).unwrap_or(Type::I1));
        self.constant(op, ty, attr).map(Value::Const)
    }

    /// The attributes of arguments and results of `op`; immediate arguments have none.
    fn call_attrs(&mut self, op: OpRef<'a>, immediates: &[(usize, &str)], call: &mut Call) -> Checked {
        let cx = self.cx;
        let list = |name| op.attr(name).and_then(|attr: Attr| attr.as_array(cx)).unwrap_or_default();
        let mut given = list("arg_attrs").iter();
        for index in 0..call.args.len() {
            if immediates.iter().any(|(at, _)| *at == index) {
                continue;
            }
            let Some(&attrs) = given.next() else { break };
            call.arg_attrs[index] = self.param_attrs(op, attrs)?;
        }
        if let Some(&attrs) = list("res_attrs").first() {
            call.result_attrs = self.param_attrs(op, attrs)?;
        }
        Ok(())
    }

    pub(super) fn call_intrinsic(&mut self, op: OpRef<'a>) -> Checked {
        let name = text_prop(op, CallIntrinsicOp::INTRIN).unwrap_or_default();
        let args = self.operands(op, op.operand_range(0));
        let result = self.result_ty(op);
        if signature::find(&name).is_none() && !is_of_target(&name) {
            return Err(op.plain_error(format!("could not find LLVM intrinsic: \"{name}\"")));
        }
        let mut call = self.intrinsic_call(&name, args, result);
        call.bundles =
            self.bundles(op, op.operand_range(1), [CallIntrinsicOp::OP_BUNDLE_SIZES, CallIntrinsicOp::OP_BUNDLE_TAGS]);
        self.call_attrs(op, &[], &mut call)?;
        self.emit_call(op, call);
        Ok(())
    }

    /// The address `ptr` with an alignment, as an argument.
    fn align_arg(call: &mut Call, index: usize, align: u64) {
        call.arg_attrs[index].add(Attribute::known("align", AttrValue::Int(align)));
    }

    pub(super) fn masked_load(&mut self, op: OpRef<'a>) -> Checked {
        let inst = self.masked_read(op, "llvm.masked.load", MaskedLoadIntr::ALIGNMENT);
        self.nontemporal(op, MaskedLoadIntr::NONTEMPORAL, inst);
        Ok(())
    }

    pub(super) fn masked_gather(&mut self, op: OpRef<'a>) -> Checked {
        self.masked_read(op, "llvm.masked.gather", MaskedGatherIntr::ALIGNMENT);
        Ok(())
    }

    fn masked_read(&mut self, op: OpRef<'a>, name: &str, align: usize) -> InstId {
        let mut args = self.operands(op, 0..op.n_operands());
        let result = self.result_ty(op);
        if args.len() < 3 {
            args.push(Value::Const(self.module.constants.get(result, ConstData::Poison)));
        }
        let mut call = self.intrinsic_call(name, args, result);
        Self::align_arg(&mut call, 0, int_prop(op, align).unwrap_or(1) as u64);
        self.emit_call(op, call)
    }

    pub(super) fn masked_store(&mut self, op: OpRef<'a>) -> Checked {
        self.masked_write(op, "llvm.masked.store")
    }

    pub(super) fn masked_scatter(&mut self, op: OpRef<'a>) -> Checked {
        self.masked_write(op, "llvm.masked.scatter")
    }

    fn masked_write(&mut self, op: OpRef<'a>, name: &str) -> Checked {
        let args = self.operands(op, 0..op.n_operands());
        let mut call = self.intrinsic_call(name, args, Ty::VOID);
        let align = op.attr("alignment").and_then(|attr| attr.as_i64(self.cx)).unwrap_or(1);
        Self::align_arg(&mut call, 1, align as u64);
        self.emit_call(op, call);
        Ok(())
    }

    /// The number of elements of a matrix and its alignment.
    fn matrix_args(&mut self, op: OpRef<'a>, args: &mut Vec<Value>) -> Checked {
        for name in ["isVolatile", "rows", "columns"] {
            args.push(self.immediate(op, name)?);
        }
        Ok(())
    }

    pub(super) fn matrix_load(&mut self, op: OpRef<'a>) -> Checked {
        let mut args = self.operands(op, 0..2);
        self.matrix_args(op, &mut args)?;
        let result = self.result_ty(op);
        let align = self.layout.abi_align(&self.module.types, self.module.types.scalar(result));
        let mut call = self.intrinsic_call("llvm.matrix.column.major.load", args, result);
        Self::align_arg(&mut call, 0, align);
        self.emit_call(op, call);
        Ok(())
    }

    pub(super) fn matrix_store(&mut self, op: OpRef<'a>) -> Checked {
        let mut args = self.operands(op, 0..3);
        let scalar = self.module.types.scalar(self.ty_of(args[0]));
        self.matrix_args(op, &mut args)?;
        let align = self.layout.abi_align(&self.module.types, scalar);
        let mut call = self.intrinsic_call("llvm.matrix.column.major.store", args, Ty::VOID);
        Self::align_arg(&mut call, 1, align);
        self.emit_call(op, call);
        Ok(())
    }

    pub(super) fn noalias_scope(&mut self, op: OpRef<'a>) -> Checked {
        let node = self.alias_scopes(&[op.get(NoAliasScopeDeclIntr::scope).attr()]);
        let call = self.metadata_call("llvm.experimental.noalias.scope.decl", vec![], vec![Md::Node(node)], Ty::VOID);
        self.emit_call(op, call);
        Ok(())
    }

    /// A call with value arguments, then metadata arguments.
    fn metadata_call(&mut self, base: &str, args: Vec<Value>, metadata: Vec<Md>, result: Ty) -> Call {
        let mut types: Vec<Ty> = args.iter().map(|&arg| self.ty_of(arg)).collect();
        types.extend(metadata.iter().map(|_| Ty::METADATA));
        let id = self.declaration(base, &types, result);
        let callee = Value::Const(self.module.address(id));
        let ty = self.module.global(id).ty;
        let values = args.into_iter().map(Argument::Value);
        Call::new(Callee::Value(callee), ty, values.chain(metadata.into_iter().map(Argument::Metadata)).collect())
    }

    pub(super) fn constrained(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        let (rounding, exceptions) = match () {
            () if op.is::<ConstrainedUitofpIntr>() => {
                (Some(ConstrainedUitofpIntr::ROUNDINGMODE), ConstrainedUitofpIntr::FP_EXCEPTION_BEHAVIOR)
            }
            () if op.is::<ConstrainedSitofpIntr>() => {
                (Some(ConstrainedSitofpIntr::ROUNDINGMODE), ConstrainedSitofpIntr::FP_EXCEPTION_BEHAVIOR)
            }
            () if op.is::<ConstrainedFptruncIntr>() => {
                (Some(ConstrainedFptruncIntr::ROUNDINGMODE), ConstrainedFptruncIntr::FP_EXCEPTION_BEHAVIOR)
            }
            () => (None, ConstrainedFpextIntr::FP_EXCEPTION_BEHAVIOR),
        };
        let mut words = Vec::new();
        if let Some(slot) = rounding {
            let mode = op.prop(slot).and_then(|attr| rmlir::core::params::load_enum::<RoundingMode>(cx, attr));
            words.push(mode.map_or("dynamic", |mode| word_of(mode)));
        }
        let behavior = op.prop(exceptions);
        let behavior = behavior.and_then(|attr| rmlir::core::params::load_enum::<FPExceptionBehavior>(cx, attr));
        words.push(match behavior {
            Some(behavior) => word_of(behavior),
            None => "strict",
        });
        let texts = words.into_iter().enumerate().map(|(index, word)| {
            let prefix = if rounding.is_some() && index == 0 { "round" } else { "fpexcept" };
            Md::Text(format!("{prefix}.{word}").into_bytes())
        });
        let texts = texts.collect();
        let own = op.name_str().strip_prefix("llvm.intr.").unwrap_or_default();
        let args = self.operands(op, 0..op.n_operands());
        let result = self.result_ty(op);
        let mut call = self.metadata_call(&intrinsic_name(own), args, texts, result);
        call.attrs.add(Attribute::flag("strictfp"));
        self.emit_call(op, call);
        Ok(())
    }
}

/// Whether an intrinsic is target-specific: those are declared with the types of the call.
fn is_of_target(name: &str) -> bool {
    const TARGETS: &[&str] = &[
        "aarch64",
        "amdgcn",
        "arm",
        "bpf",
        "dx",
        "hexagon",
        "loongarch",
        "mips",
        "nvvm",
        "ppc",
        "r600",
        "riscv",
        "s390",
        "spv",
        "ve",
        "wasm",
        "x86",
        "xcore",
    ];
    let target = name.strip_prefix("llvm.").and_then(|rest| rest.split('.').next());
    target.is_some_and(|target| TARGETS.contains(&target))
}
