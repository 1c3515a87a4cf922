// RUN: rmlir-opt %s --irdl-file=%s

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.c_pred "true"
    irdl.parameters(a: %0)
  }
}
