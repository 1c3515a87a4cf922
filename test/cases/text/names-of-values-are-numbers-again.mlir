// RUN: rmlir-opt %s --allow-unregistered-dialect

func.func @f(%first: i32, %second: i32) {
  %sum = "x.add"(%first, %second) : (i32, i32) -> i32
  %many:3, %last = "x.many"(%sum) : (i32) -> (i1, i1, i1, i1)
  "x.use"(%many#2, %last) : (i1, i1) -> ()
  return
}
