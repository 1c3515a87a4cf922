// RUN: rmlir-opt %s

irdl.dialect @units {
  irdl.type @length {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(element: %2)
  }
  irdl.type @pair {
    %0 = irdl.any
    %1 = irdl.any
    irdl.parameters(first: %0, second: %1)
  }
  irdl.type @same {
    %0 = irdl.any
    irdl.parameters(first: %0, second: %0)
  }
  irdl.type @chain {
    %0 = irdl.any
    %1 = irdl.parametric @units::@chain<%0>
    %2 = irdl.is i32
    %3 = irdl.any_of(%1, %2)
    irdl.parameters(next: %3)
  }
  irdl.type @"!unit"
  irdl.attribute @factor {
    %0 = irdl.base "#builtin.integer"
    irdl.parameters(by: %0)
  }
  irdl.operation @add {
    %0 = irdl.any
    %1 = irdl.parametric @units::@length<%0>
    irdl.operands(left: %1, right: %1)
    irdl.results(sum: %1)
  }
  irdl.operation @value {
    %0 = irdl.any
    %1 = irdl.parametric @units::@length<%0>
    irdl.operands(of: %1)
    irdl.results(value: %0)
  }
  irdl.operation @scale {
    %0 = irdl.base @units::@length
    %1 = irdl.base @units::@factor
    irdl.operands(of: %0)
    irdl.results(scaled: %0)
    irdl.attributes {"by" = %1}
  }
  irdl.operation @gather {
    %0 = irdl.is i32
    %1 = irdl.base "!builtin.vector"
    %2 = irdl.is i64
    irdl.operands(first: %0, maybe: optional %1, rest: variadic %2)
    irdl.results(head: variadic %0, last: %2)
  }
  irdl.operation @sum {
    %0 = irdl.is i32
    %1 = irdl.is i64
    irdl.operands(some: variadic %0, last: %1)
    irdl.results(one: optional %0)
  }
  irdl.operation @repeat {
    %0 = irdl.any
    %1 = irdl.region(%0)
    %2 = irdl.region() with size 1
    %3 = irdl.region
    irdl.operands(start: %0)
    irdl.regions(body: %1, once: %2, rest: %3)
  }
}

// Dialects may stand in modules, and one in several parts.
module {
  irdl.dialect @units {
    irdl.operation @nothing
  }
}
