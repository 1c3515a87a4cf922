//! How functions take arguments and give results.
//!
//! Arguments are in registers, one after the other, as C takes numbers and addresses. Up to two registers come back, as C
//! has it for structures of two words; more come back through memory whose address is passed first.

use cranelift_codegen::ir::{self, AbiParam};
use cranelift_codegen::isa::CallConv;

use crate::leaf::Register;

/// See the module.
#[derive(Clone)]
pub struct Signature {
    /// What Cranelift knows of it.
    pub ir: ir::Signature,
    /// The registers of the result.
    pub outputs: Vec<Register>,
    /// Whether the result comes back through memory.
    pub by_memory: bool,
}

/// The distance between registers of a result in memory.
pub const RESULT_SIZE: u32 = 16;

/// So many registers come back.
const MOST_IN_REGISTERS: usize = 2;

impl Signature {
    /// Of a function with these arguments and results.
    pub fn new(convention: CallConv, inputs: &[Register], outputs: Vec<Register>) -> Self {
        let mut signature = ir::Signature::new(convention);
        let is_wide = |register: &Register| register.ty == ir::types::I128;
        let by_memory = outputs.len() > MOST_IN_REGISTERS || (outputs.len() > 1 && outputs.iter().any(is_wide));
        if by_memory {
            signature.params.push(AbiParam::new(ir::types::I64));
        } else {
            signature.returns.extend(outputs.iter().map(|register| AbiParam::new(register.ty)));
        }
        signature.params.extend(inputs.iter().map(|register| AbiParam::new(register.ty)));
        Self { ir: signature, outputs, by_memory }
    }
}
