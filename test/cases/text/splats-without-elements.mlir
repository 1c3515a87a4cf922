// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.any"() {empty = dense<> : tensor<0xi8>, splat = dense<1> : tensor<0xi8>} : () -> ()
"x.any"() {empty = dense<> : tensor<0x4xf32>, splat = dense<1.5> : tensor<0x4xf32>} : () -> ()
