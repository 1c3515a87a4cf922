// RUN: rmlir-opt %s --irdl-file=%s

irdl.dialect @arith {
  irdl.operation @addi
}
