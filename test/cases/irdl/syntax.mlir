// RUN: rmlir-opt %s
// RUN: rmlir-opt %s --mlir-print-op-generic
// RUN: rmlir-opt %s --emit-bytecode | rmlir-opt

irdl.dialect @shapes {
  irdl.type @point
  irdl.type @box attributes {shapes.closed} {
    %0 = irdl.any
    %1 = irdl.base "!builtin.integer" {shapes.why = "counts"}
    irdl.parameters(element: %0, side: %1) {shapes.known}
  }
  irdl.attribute @color {
    %0 = irdl.is "red"
    %1 = irdl.is "green" {shapes.note}
    %2 = irdl.any_of(%0, %1) {shapes.choice}
    %3 = irdl.all_of(%2, %2)
    irdl.parameters(name: %3)
  }
  irdl.operation @join {
    %0 = irdl.any
    %1 = irdl.parametric @shapes::@box<%0, %0> {shapes.same}
    %2 = irdl.base @shapes::@point
    %r = irdl.region
    %r0 = irdl.region()
    %r1 = irdl.region(%0, %1)
    %r2 = irdl.region with size 3
    %r3 = irdl.region(%0) with size 1 {shapes.last}
    irdl.operands(a: %1, b: optional %2, rest: variadic %0) {shapes.in}
    irdl.results(c: single %1)
    irdl.attributes {"color" = %2, "of the\22edge" = %0} {shapes.named}
    irdl.regions(any: %r, none: %r0, two: %r1, three: %r2, one: %r3)
  }
  irdl.operation @nothing {
    irdl.operands()
    irdl.attributes
    irdl.results()
    irdl.regions()
  }
  irdl.operation @in_cpp {
    %0 = irdl.c_pred "::llvm::isa<::mlir::IntegerAttr>($_self)" {shapes.cpp}
  }
}
irdl.dialect @empty {}
irdl.dialect @also_empty attributes {shapes.open}
