//! Functions: all are declared first, then their bodies are translated.

use rmlir::prelude::*;
use rmlir_llvm::ops::func::LLVMFuncOp as Func;

use super::cfg::{Cfg, Passed};
use super::global::{linkage, unnamed_addr, visibility};
use super::{Exporter, int_prop, text_prop, type_prop};
use crate::model::attribute::{Attribute, AttributeSet, Value as AttrValue};
use crate::model::constant::ConstData;
use crate::model::inst::{Block, BlockId, FunctionBody, InstKind};
use crate::model::metadata::Md;
use crate::model::types::{Ty, Types};
use crate::model::value::{InstId, Value};
use crate::model::{Function, Global, GlobalId, GlobalKind};

impl<'a> Exporter<'a> {
    fn function_ops(&self) -> Vec<OpRef<'a>> {
        self.top_level().into_iter().filter(|op| op.is::<Func>()).collect()
    }

    /// Declares all functions.
    pub(super) fn signatures(&mut self) -> Checked {
        for op in self.function_ops() {
            self.signature(op)?;
        }
        Ok(())
    }

    fn signature(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        let ty = self.ty(type_prop(op, Func::FUNCTION_TYPE));
        let n_params = self.module.types.signature(ty).map_or(0, |(_, params, _)| params.len());
        let name = op.symbol_name().map_or("", |name| name.str(cx)).to_owned();
        let mut function = Function {
            convention: op.get(Func::CConv).value() as u32,
            attrs: self.function_attrs(op)?,
            result_attrs: self.all_param_attrs(op, Func::RES_ATTRS, 1)?.remove(0),
            param_attrs: self.all_param_attrs(op, Func::ARG_ATTRS, n_params)?,
            gc: text_prop(op, Func::GARBAGE_COLLECTOR),
            ..Function::default()
        };
        let result = self.module.types.signature(ty).map_or(Ty::VOID, |(result, ..)| result);
        add_known(&name, &self.module.types, result, &mut function);
        if !op.region(0).is_empty() {
            self.body_attrs(op, &mut function.attrs);
            function.body = Some(FunctionBody::default());
        }
        let mut global = Global::new(&name, ty, GlobalKind::Function(Box::new(function)));
        global.space = self.layout.program_space;
        global.linkage = linkage(op, Func::LINKAGE);
        global.dso_local = op.get(Func::dso_local);
        global.visibility = visibility(op, Func::VISIBILITY_);
        global.unnamed_addr = unnamed_addr(op, Func::UNNAMED_ADDR);
        global.comdat = self.comdat_name(op, Func::COMDAT);
        global.align = int_prop(op, Func::ALIGNMENT).unwrap_or(0) as u64;
        self.kernel_facts(op, &mut global);
        if let Some(scope) = self.subprogram_of(op) {
            global.attachments.set("dbg", scope);
        }
        self.module.add(global);
        Ok(())
    }

    /// The metadata of kernels, and the entry count of the function.
    fn kernel_facts(&mut self, op: OpRef, global: &mut Global) {
        let cx = self.cx;
        if let Some(hint) = op.get(Func::vec_type_hint) {
            let ty = hint.hint(cx).as_type(cx).map(|ty| self.ty(ty));
            let undef = ty.map(|ty| Md::Const(self.module.constants.get(ty, ConstData::Undef)));
            let signed = self.module.constants.i32(hint.is_signed(cx).is_some().into());
            let node = self.module.metadata.tuple(vec![undef, Some(Md::Const(signed))]);
            global.attachments.set("vec_type_hint", node);
        }
        let lists = [
            (Func::WORK_GROUP_SIZE_HINT, "work_group_size_hint"),
            (Func::REQD_WORK_GROUP_SIZE, "reqd_work_group_size"),
        ];
        for (slot, name) in lists {
            let Some(sizes) = op.prop(slot).and_then(|attr| attr.as_int_array(cx)) else { continue };
            let sizes = sizes.iter().map(|&size| Some(Md::Const(self.module.constants.i32(size as u32)))).collect();
            let node = self.module.metadata.tuple(sizes);
            global.attachments.set(name, node);
        }
        if let Some(size) = int_prop(op, Func::INTEL_REQD_SUB_GROUP_SIZE) {
            let size = self.module.constants.i32(size as u32);
            let node = self.module.metadata.tuple(vec![Some(Md::Const(size))]);
            global.attachments.set("intel_reqd_sub_group_size", node);
        }
        if let Some(count) = int_prop(op, Func::FUNCTION_ENTRY_COUNT) {
            let count = self.module.constants.i64(count as u64);
            let name = Md::Text(b"function_entry_count".to_vec());
            let node = self.module.metadata.tuple(vec![Some(name), Some(Md::Const(count))]);
            global.attachments.set("prof", node);
        }
    }

    /// Translates all bodies.
    pub(super) fn functions(&mut self) -> Checked {
        for op in self.function_ops() {
            if !op.region(0).is_empty() {
                self.function(op)?;
            }
        }
        Ok(())
    }

    fn function(&mut self, op: OpRef<'a>) -> Checked {
        let cx = self.cx;
        let name = op.symbol_name().map_or("", |name| name.str(cx));
        let id = self.module.lookup(name).expect("the function was declared before");
        if let Some(personality) = op.get(Func::personality) {
            let ty = self.module.types.ptr(0);
            let personality = self.constant(op, ty, cx.symbol_ref(personality))?;
            self.module.function_mut(id).personality = Some(personality);
        }
        self.module.global_mut(id).section = text_prop(op, Func::SECTION);
        self.enter(id);
        let region = op.region(0);
        let cfg = Cfg::new(region);
        self.body.blocks = vec![Block::default(); cfg.blocks.len()];
        let mut phis: Vec<Vec<InstId>> = vec![Vec::new(); cfg.blocks.len()];
        for block in cfg.order() {
            phis[block as usize] = self.block(region, &cfg, block)?;
        }
        self.connect(region.entry(), &cfg, &phis);
        let body = std::mem::take(&mut self.body);
        self.module.function_mut(id).body = Some(body);
        self.function = None;
        Ok(())
    }

    fn enter(&mut self, id: GlobalId) {
        self.values.clear();
        self.body = FunctionBody::default();
        self.records.clear();
        self.function = Some(id);
        self.location = None;
    }

    /// Translates a block; returns its phis.
    fn block(&mut self, region: RegionRef<'a>, cfg: &Cfg, block: BlockId) -> Result<Vec<InstId>, Box<Diagnostic>> {
        self.block = block;
        let data = &cfg.blocks[block as usize];
        self.successors = data.edges.iter().map(|edge| edge.to).collect();
        let source = data.block.map(|block| BlockRef::new(self.nested(region), block));
        let scope = self.function_scope();
        let mut phis = Vec::new();
        if block == 0 {
            for (index, arg) in source.iter().flat_map(|block| block.args()).enumerate() {
                self.values.insert(arg.id, Value::Arg(index as u32));
            }
        } else {
            for &(ty, loc) in &data.args {
                self.location = self.translate_loc(loc, scope);
                let ty = self.ty(ty);
                phis.push(self.emit(InstKind::Phi(Vec::new()), ty, 0));
            }
            for (arg, &phi) in source.iter().flat_map(|block| block.args()).zip(&phis) {
                self.values.insert(arg.id, Value::Inst(phi));
            }
        }
        let Some(source) = source else {
            self.location = self.translate_loc(data.loc, scope);
            let to = data.edges[0].to;
            self.emit(InstKind::Br(to), crate::model::types::Ty::VOID, 0);
            return Ok(phis);
        };
        for op in source.ops() {
            self.location = self.translate_loc(op.loc(), scope);
            self.op(op)?;
        }
        Ok(phis)
    }

    /// The body that contains the blocks of `region`.
    fn nested(&self, region: RegionRef<'a>) -> &'a Body<'a> {
        region.body
    }

    /// Adds the incoming values of phis.
    fn connect(&mut self, entry: Option<BlockRef<'a>>, cfg: &Cfg, phis: &[Vec<InstId>]) {
        let Some(entry) = entry else { return };
        for (block, phis) in phis.iter().enumerate() {
            for (place, &phi) in phis.iter().enumerate() {
                let mut incoming = Vec::new();
                for &(from, index) in &cfg.into[block] {
                    let value = match cfg.blocks[from as usize].edges[index].passed.get(place) {
                        Some(Passed::Value(value)) => self.value(ValueRef::new(entry.body, *value)),
                        Some(Passed::Argument(place)) => Value::Inst(phis_of(self, from, *place)),
                        None => continue,
                    };
                    incoming.push((value, from));
                }
                self.body.insts[phi.0 as usize].kind = InstKind::Phi(incoming);
            }
        }
    }
}

/// The phi of a block at position `place`.
fn phis_of(exporter: &Exporter, block: BlockId, place: usize) -> InstId {
    exporter.body.blocks[block as usize].insts[place]
}

/// Adds the attributes that LLVM infers for a function with this name and result.
pub fn add_known(name: &str, types: &Types, result: Ty, function: &mut Function) {
    let Some(signature) = rmlir_llvm::intrinsics::signature::find(name) else { return };
    function.attrs.add_words(signature.function_attrs());
    for (place, words) in signature.param_attrs() {
        let attrs = match place {
            None => &mut function.result_attrs,
            Some(index) => {
                if function.param_attrs.len() <= index {
                    function.param_attrs.resize(index + 1, AttributeSet::default());
                }
                &mut function.param_attrs[index]
            }
        };
        attrs.add_words(words);
    }
    let Some(width) = types.int_width(types.scalar(result)) else { return };
    let range = function.result_attrs.find("range").and_then(|range| match &range.value {
        AttrValue::Words(words) => words.split_once(", "),
        _ => None,
    });
    if let Some((lower, upper)) = range {
        let bound = |text: &str| ApInt::from_i64(width, text.parse().unwrap_or(0));
        let range = AttrValue::Range(bound(lower), bound(upper));
        function.result_attrs.add(Attribute::known("range", range));
    }
}
