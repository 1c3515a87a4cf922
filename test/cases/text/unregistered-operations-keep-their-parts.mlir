// RUN: rmlir-opt %s --allow-unregistered-dialect

// Operands, properties, attributes, regions, successors and several results of operations that nobody knows.
func.func @f(%a: i32) {
  %0:2 = "x.two"(%a, %a) <{prop = 1 : i8}> {attr, z = [1, "a"]} : (i32, i32) -> (i1, f32)
  "x.region"() ({
    "x.inner"(%0#1) : (f32) -> ()
  }, {
  ^bb0(%b: i1):
    "x.jump"(%b)[^bb1] : (i1) -> ()
  ^bb1:
    "x.end"() : () -> ()
  }) : () -> ()
  return
}
