// RUN: rmlir-opt %s

module @outer attributes {a.b = "c"} {
  module {
  }
  module @inner {
    func.func private @f()
  }
}
