// RUN: rmlir-opt %s --irdl-file=%s
// RUN: rmlir-opt %s --irdl-file=%S/nowhere.mlir
// RUN: rmlir-opt %S/two-pieces.mlir --irdl-file=%s --split-input-file

irdl.dialect @broken {
  irdl.type @t {
    %0 = irdl.base "!builtin.nothing"
    irdl.parameters(a: %0)
  }
}
