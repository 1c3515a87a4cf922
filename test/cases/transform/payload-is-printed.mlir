// RUN: rmlir-opt %s --transform-interpreter='entry-point=show debug-payload-root-tag=here' -o -

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) attributes {transform.target_tag = "here"} {
    return
  }
  transform.named_sequence @show(%root: !transform.any_op {transform.readonly}) {
    transform.print %root : !transform.any_op
    transform.print %root {name = "function"} : !transform.any_op
    transform.yield
  }
}
