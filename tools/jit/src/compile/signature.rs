//! The calling convention for arguments and results.
//!
//! Arguments are in registers, one after the other, as C passes scalars and addresses. Up to two registers are
//! returned, as C returns structures of two words; more are returned through memory whose address is the first
//! argument.

use cranelift_codegen::ir::{self, AbiParam};
use cranelift_codegen::isa::CallConv;

use crate::leaf::Register;

/// See the module.
#[derive(Clone)]
pub struct Signature {
    /// The Cranelift signature.
    pub ir: ir::Signature,
    /// The registers of the result.
    pub outputs: Vec<Register>,
    /// Whether the result is returned through memory.
    pub by_memory: bool,
}

/// The distance between registers of a result in memory.
pub const RESULT_SIZE: u32 = 16;

/// The maximum number of registers that are returned.
const MOST_IN_REGISTERS: usize = 2;

impl Signature {
    /// The signature of a function with these arguments and results.
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
