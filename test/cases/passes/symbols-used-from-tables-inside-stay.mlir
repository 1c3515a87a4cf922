// RUN: rmlir-opt %s --symbol-dce --allow-unregistered-dialect

// @helper is meant by what is live in the table around it.
module @inner {
  func.func nested @unused()
  func.func private @helper()
  func.func nested @used() {
    "foo.use"() {of = @helper} : () -> ()
  }
}
"foo.use"() {of = @inner::@used} : () -> ()
