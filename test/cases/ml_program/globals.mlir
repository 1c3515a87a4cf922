// RUN: rmlir-opt %s --mlprogram-pipeline-globals --split-input-file --allow-unregistered-dialect

ml_program.global private mutable @state(dense<0> : tensor<4xi32>) : tensor<4xi32>

// What was stored is known, and the first store is not seen.
func.func @in_a_block(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  ml_program.global_store @state = %a : tensor<4xi32>
  %0 = ml_program.global_load @state : tensor<4xi32>
  ml_program.global_store @state = %b : tensor<4xi32>
  %1 = ml_program.global_load @state : tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}

// A function may see the first store, but changes nothing.
func.func @read() -> tensor<4xi32> {
  %0 = ml_program.global_load @state : tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @read_by_call(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  ml_program.global_store @state = %a : tensor<4xi32>
  %0 = func.call @read() : () -> tensor<4xi32>
  %1 = ml_program.global_load @state : tensor<4xi32>
  ml_program.global_store @state = %b : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// So may a function that is called under a condition.
func.func @read_by_call_in_region(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: i1) {
  ml_program.global_store @state = %a : tensor<4xi32>
  scf.if %c {
    %0 = func.call @read() : () -> tensor<4xi32>
    "test.use"(%0) : (tensor<4xi32>) -> ()
  }
  ml_program.global_store @state = %b : tensor<4xi32>
  return
}

// A loop stores: what was known before is not known after.
func.func @stored_in_region(%a: tensor<4xi32>, %from: index, %to: index, %step: index) -> tensor<4xi32> {
  ml_program.global_store @state = %a : tensor<4xi32>
  scf.for %i = %from to %to step %step {
    %0 = ml_program.global_load @state : tensor<4xi32>
    %1 = arith.addi %0, %0 : tensor<4xi32>
    ml_program.global_store @state = %1 : tensor<4xi32>
  }
  %2 = ml_program.global_load @state : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// -----

ml_program.global private mutable @state(dense<0> : tensor<4xi32>) : tensor<4xi32>

// What a value calls is not known: all stays.
func.func @unknown_call(%a: tensor<4xi32>, %f: () -> ()) {
  ml_program.global_store @state = %a : tensor<4xi32>
  ml_program.global_store @state = %a : tensor<4xi32>
  call_indirect %f() : () -> ()
  return
}
