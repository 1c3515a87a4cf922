// RUN: rmlir-opt %s --irdl-file=%s

irdl.dialect @d {
  irdl.operation @o
}
module {
  irdl.dialect @d {
    irdl.operation @o
  }
}
