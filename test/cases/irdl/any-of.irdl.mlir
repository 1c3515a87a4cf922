// RUN: rmlir-opt %s --irdl-file=%s

irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    %1 = irdl.parametric @d::@t<%0>
    %2 = irdl.is i32
    %3 = irdl.parametric @d::@t<%2>
    %4 = irdl.any_of(%1, %3)
    irdl.parameters(a: %4)
  }
}
