// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.y"() {"a b" = 1, c.d = 2, "1" = 3, "plain" = 4} : () -> ()
