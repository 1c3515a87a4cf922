// RUN: rmlir-opt %s

"x.y"() : () -> ()
