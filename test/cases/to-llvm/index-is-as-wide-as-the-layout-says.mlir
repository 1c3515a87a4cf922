// RUN: rmlir-opt %s --convert-func-to-llvm
// RUN: rmlir-opt %s --convert-func-to-llvm=index-bitwidth=16
// RUN: rmlir-opt %s --convert-to-llvm
// RUN: rmlir-opt %s --convert-to-llvm=dynamic

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i64>} {
  func.func @f(%a: index) -> index {
    return %a : index
  }
}
