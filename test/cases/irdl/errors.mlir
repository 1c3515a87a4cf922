// RUN: rmlir-opt %s --split-input-file

irdl.dialect @_leading {
}
// -----
irdl.dialect @Large {
}
// -----
irdl.dialect @odd$sign {
}
// -----
irdl.dialect @"a.b" {
}
// -----
irdl.dialect @d {
  irdl.operation @two__underscores
}
// -----
irdl.dialect @d {
  irdl.attribute @A
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    irdl.parameters(a: %0, b: %0, a: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    irdl.operands(a$b: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    %1 = irdl.region
    irdl.regions(a: %1)
    irdl.results(b: %0, a: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    irdl.results(a: %0)
    irdl.results(b: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    "irdl.operands"() <{names = ["a"], variadicity = #irdl<variadicity_array[single]>}> : () -> ()
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    "irdl.operands"() <{names = ["a"], variadicity = #irdl<variadicity_array[]>}> : () -> ()
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    "irdl.attributes"(%0) <{attributeValueNames = ["a", "b"]}> : (!irdl.attribute) -> ()
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.region with size -42
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.base
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.base "builtin.integer"
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.base @d::@nowhere
  }
}
// -----
func.func private @f()
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.parametric @f<>
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any_of()
  }
}
// -----
irdl.dialect @d {
  %0 = irdl.any
}
// -----
irdl.operation @o
// -----
irdl.dialect @d {
  irdl.type @t {
  ^bb0(%0: !irdl.attribute):
    irdl.parameters(a: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    irdl.parameters()
  ^bb1:
  }
}
// -----
irdl.dialect @d {
  irdl.type @t {
    %0 = irdl.any
    irdl.parameters(%0)
  }
}
// -----
irdl.dialect @d {
  irdl.operation @o {
    %0 = irdl.any
    irdl.regions(a: %0)
  }
}
// -----
irdl.dialect @d {
  irdl.type @t
  irdl.attribute @t
}
