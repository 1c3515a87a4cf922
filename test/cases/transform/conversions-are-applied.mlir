// RUN: rmlir-opt %s --transform-interpreter --reconcile-unrealized-casts

func.func @f(%m: memref<8xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i] : memref<8xf32>
  return %0 : f32
}

func.func private @other(%m: memref<8xf32>)

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %other = transform.split_handle %functions : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.apply_conversion_patterns to %f {
      transform.apply_conversion_patterns.func.func_to_llvm
      transform.apply_conversion_patterns.dialect_to_llvm "memref"
    } with type_converter {
      transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 32, use_bare_ptr_call_conv = true}
    } {legal_dialects = ["llvm"], partial_conversion} : !transform.any_op
    transform.yield
  }
}
