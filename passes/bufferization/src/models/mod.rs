//! Implementations of the bufferization interface for operations of other dialects, one file for each; `branch` handles
//! regions with several blocks, `recreate` clones an operation with other operands and results.

mod arith;
mod branch;
mod cf;
mod func;
mod linalg;
mod ml_program;
mod recreate;
mod scf;
mod tensor;
mod vector;

use rmlir::core::Op;
use rmlir::core::opdef::OpDef;
use rmlir_arith as arith_ops;
use rmlir_bufferization::bufferizable::{BufferizableOp, Model};
use rmlir_cf as cf_ops;
use rmlir_func as func_ops;
use rmlir_ml_program as ml_program_ops;
use rmlir_scf as scf_ops;
use rmlir_tensor as tensor_ops;
use rmlir_vector as vector_ops;

/// The model of an operation whose dialect has one for all operations of a kind.
pub fn model_of(def: &'static OpDef) -> Option<&'static dyn BufferizableOp> {
    linalg::model_of(def)
}

/// The models by name of operation.
pub static MODELS: &[Model] = &[
    (arith_ops::ConstantOp::DEF.name, &arith::Constant),
    (arith_ops::IndexCastOp::DEF.name, &arith::IndexCast),
    (arith_ops::SelectOp::DEF.name, &arith::Select),
    (cf_ops::BrOp::DEF.name, &cf::Branch),
    (cf_ops::CondBrOp::DEF.name, &cf::Branch),
    (func_ops::CallOp::DEF.name, &func::Call),
    (func_ops::FuncOp::DEF.name, &func::Function),
    (func_ops::ReturnOp::DEF.name, &func::Return),
    (ml_program_ops::GlobalLoadOp::DEF.name, &ml_program::Load),
    (ml_program_ops::GlobalOp::DEF.name, &ml_program::Global),
    (ml_program_ops::GlobalStoreOp::DEF.name, &ml_program::Store),
    (scf_ops::ConditionOp::DEF.name, &scf::Condition),
    (scf_ops::ExecuteRegionOp::DEF.name, &scf::ExecuteRegion),
    (scf_ops::ForOp::DEF.name, &scf::For),
    (scf_ops::ForallOp::DEF.name, &scf::Forall),
    (scf_ops::IfOp::DEF.name, &scf::Choice),
    (scf_ops::InParallelOp::DEF.name, &scf::InParallel),
    (scf_ops::IndexSwitchOp::DEF.name, &scf::Choice),
    (scf_ops::WhileOp::DEF.name, &scf::While),
    (scf_ops::YieldOp::DEF.name, &scf::Yield),
    (tensor_ops::CastOp::DEF.name, &tensor::Cast),
    (tensor_ops::CollapseShapeOp::DEF.name, &tensor::CollapseShape),
    (tensor_ops::ConcatOp::DEF.name, &tensor::Concat),
    (tensor_ops::DimOp::DEF.name, &tensor::Dim),
    (tensor_ops::EmptyOp::DEF.name, &tensor::Empty),
    (tensor_ops::ExpandShapeOp::DEF.name, &tensor::ExpandShape),
    (tensor_ops::ExtractOp::DEF.name, &tensor::Extract),
    (tensor_ops::ExtractSliceOp::DEF.name, &tensor::ExtractSlice),
    (tensor_ops::FromElementsOp::DEF.name, &tensor::FromElements),
    (tensor_ops::GenerateOp::DEF.name, &tensor::Generate),
    (tensor_ops::InsertOp::DEF.name, &tensor::Insert),
    (tensor_ops::InsertSliceOp::DEF.name, &tensor::InsertSlice),
    (tensor_ops::PadOp::DEF.name, &tensor::Pad),
    (tensor_ops::ParallelInsertSliceOp::DEF.name, &tensor::ParallelInsertSlice),
    (tensor_ops::RankOp::DEF.name, &tensor::Rank),
    (tensor_ops::ReshapeOp::DEF.name, &tensor::Reshape),
    (tensor_ops::SplatOp::DEF.name, &tensor::Splat),
    (vector_ops::GatherOp::DEF.name, &vector::Read),
    (vector_ops::MaskOp::DEF.name, &vector::Mask),
    (vector_ops::ScatterOp::DEF.name, &vector::Scatter),
    (vector_ops::TransferReadOp::DEF.name, &vector::Read),
    (vector_ops::TransferWriteOp::DEF.name, &vector::Write),
    (vector_ops::YieldOp::DEF.name, &vector::Yield),
];
