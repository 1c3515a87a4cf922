// RUN: rmlir-opt %s --pass-pipeline="builtin.module(builtin.module(sccp))" --allow-unregistered-dialect
// RUN: rmlir-opt %s --sccp --allow-unregistered-dialect

// From the module inside, not all calls of a function with nested visibility are seen; from the one around, they are.
// (What nobody can run is not run to see whether it stays the same: it would be called with other numbers.)
module @named {
  func.func nested @f(%x: i32) -> i32 {
    "cannot.run"() : () -> ()
    return %x : i32
  }
  func.func @g() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = call @f(%c1) : (i32) -> i32
    return %0 : i32
  }
}

// Nobody outside can name what is in a module without a name, or in a private one.
module {
  func.func nested @f(%x: i32) -> i32 {
    "cannot.run"() : () -> ()
    return %x : i32
  }
  func.func @g() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = call @f(%c1) : (i32) -> i32
    return %0 : i32
  }
}

module @private attributes {sym_visibility = "private"} {
  func.func nested @f(%x: i32) -> i32 {
    "cannot.run"() : () -> ()
    return %x : i32
  }
  func.func @g() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = call @f(%c1) : (i32) -> i32
    return %0 : i32
  }
}
