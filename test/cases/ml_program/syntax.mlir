// RUN: rmlir-opt %s --mlir-print-op-generic | rmlir-opt

ml_program.global private @weights(dense<[1, 2]> : tensor<2xi32>) : tensor<2xi32>
ml_program.global public mutable @state : tensor<?xf32> {note = "kept"}
ml_program.global nested mutable @elsewhere(#ml_program.extern : tensor<4xi8>) : tensor<?xi8>

ml_program.func private @declared(i32, !ml_program.token) -> (i32 {test.note})

ml_program.func @in_order(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<2xi32>) attributes {test.note} {
  %0 = ml_program.global_load @state : tensor<?xf32>
  ml_program.global_store @state = %a : tensor<?xf32>
  %1 = ml_program.global_load_const @weights : tensor<2xi32>
  ml_program.return %0, %1 : tensor<?xf32>, tensor<2xi32>
}

ml_program.subgraph @graph() -> !ml_program.token {
  %0 = ml_program.global_store_graph @state = %1 ordering(%2, %t -> !ml_program.token) : tensor<?xf32>
  %1, %2 = ml_program.global_load_graph @state ordering(() -> !ml_program.token) : tensor<?xf32>
  %t = ml_program.token
  ml_program.output %0 : !ml_program.token
}
