// RUN: rmlir-opt %s --no-implicit-module

module @given attributes {a.b = 1} {
  func.func private @f()
}
