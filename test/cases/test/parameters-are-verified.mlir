// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.y"() {e = #test.range<2 to 1>} : () -> ()
