//! Translation of one function: blocks to blocks, values to their leaves.
//!
//! Plan: 1. reachable blocks get parameters; 2. each operation is looked up by name in the tables of [`crate::ops`],
//! dominators first, so that operands are defined before their uses. Unreachable blocks are dropped.
//!
//! Notation: *scalars* of a value: a register for each of its leaves, even where several lanes could share one. Values
//! are stored as operations define them, as scalars or in shared registers, and converted at their uses: Cranelift
//! removes conversions that are dead or redundant.

use std::rc::Rc;

use cranelift_codegen::ir;
use cranelift_codegen::ir::InstBuilder;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_module::{DataId, Module as _};
use rmlir::core::dominance::reverse_post_order;
use rmlir::core::{BlockRef, OpRef};
use rustc_hash::FxHashMap;

use super::module::{Function, Module, Named, failed};
use super::outcome::{Translated, unsupported};
use super::signature::Signature;
use super::translator::{Held, Translator, block_args};
use crate::ops;

/// Translates a function, or the initializer of `variable`.
pub fn translate<'a>(
    module: &mut Module<'a>,
    op: OpRef<'a>,
    own: &Function,
    variable: Option<DataId>,
    function: &mut ir::Function,
    context: &mut FunctionBuilderContext,
) -> Translated {
    let op = op.resolve();
    let mut translator = Translator {
        b: FunctionBuilder::new(function, context),
        module,
        signature: own.signature.clone(),
        result_place: None,
        variable,
        stack_height: None,
        values: FxHashMap::default(),
        blocks: FxHashMap::default(),
        positions: FxHashMap::default(),
    };
    translator.body(op)?;
    translator.b.seal_all_blocks();
    let Translator { b, module, .. } = translator;
    b.finalize(module.jit.target_config());
    Ok(())
}

impl<'a> Translator<'a, '_> {
    fn body(&mut self, op: OpRef<'a>) -> Translated {
        let region = op.region(0);
        let Some(entry) = region.entry() else { return Ok(()) };
        let order = reverse_post_order(op.body, entry.id);
        let start = self.b.create_block();
        self.b.append_block_params_for_function_params(start);
        self.b.switch_to_block(start);
        let mut given = self.b.block_params(start).to_vec();
        if self.signature.by_memory {
            self.result_place = Some(given.remove(0));
        }
        self.positions = order.iter().enumerate().map(|(position, &block)| (block, position)).collect();
        for &block in &order {
            let made = self.b.create_block();
            self.blocks.insert(block, made);
            for arg in BlockRef::new(op.body, block).args() {
                let shape = self.shape(op, arg.ty())?;
                let params = shape.registers.iter().map(|register| self.b.append_block_param(made, register.ty));
                let params = params.collect();
                self.values.insert(arg.id, Held::Registers(params));
            }
        }
        if order.iter().any(|&block| BlockRef::new(op.body, block).ops().any(ops::memory::takes_stack)) {
            let height = self.call_host("stack.height", &[]);
            self.stack_height = height;
        }
        let args = block_args(&given);
        self.b.ins().jump(self.blocks[&entry.id], &args);
        for &block in &order {
            self.b.switch_to_block(self.blocks[&block]);
            for op in BlockRef::new(op.body, block).ops() {
                self.operation(op)?;
            }
        }
        Ok(())
    }

    fn operation(&mut self, op: OpRef<'a>) -> Translated {
        match ops::find(op.name_str()) {
            Some(translate) => translate(self, op),
            None => Err(unsupported(op, &format!("there is no machine code for '{}'", op.name_str()))),
        }
    }
}

impl<'a> Module<'a> {
    /// Compiles a function.
    pub fn function(&mut self, op: OpRef<'a>) -> Translated {
        let name = op.symbol_name().expect("functions have names");
        let Named::Function(own) = self.named(op, name)? else { return Ok(()) };
        self.define(op, &own, None)
    }

    /// Compiles a function that computes the initial value of a variable and stores it.
    pub fn initializer(&mut self, (op, variable): (OpRef<'a>, DataId)) -> Translated {
        let signature = Rc::new(Signature::new(self.jit.isa().default_call_conv(), &[], Vec::new()));
        let id = self.jit.declare_anonymous_function(&signature.ir).map_err(|error| failed(op, &error))?;
        self.initializers.push(id);
        self.define(op, &Function { id, signature }, Some(variable))
    }

    fn define(&mut self, op: OpRef<'a>, own: &Function, variable: Option<DataId>) -> Translated {
        let mut context = std::mem::replace(&mut self.context, cranelift_codegen::Context::new());
        let mut builder = std::mem::take(&mut self.builder);
        context.func.signature = own.signature.ir.clone();
        let translated = translate(self, op, own, variable, &mut context.func, &mut builder);
        let defined = translated.and_then(|()| {
            let defined = self.jit.define_function(own.id, &mut context);
            defined.map_err(|error| failed(op, &error))
        });
        self.jit.clear_context(&mut context);
        self.context = context;
        // After an error, the state of the builder context is invalid.
        self.builder = if defined.is_ok() { builder } else { FunctionBuilderContext::new() };
        defined
    }
}
