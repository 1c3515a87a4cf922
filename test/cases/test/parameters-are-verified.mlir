// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.y"() {e = #odd.range<2 to 1>} : () -> ()
