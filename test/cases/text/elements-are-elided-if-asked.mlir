// RUN: rmlir-opt %s --allow-unregistered-dialect --mlir-elide-elementsattrs-if-larger=3

"x.y"() {a = dense<[1, 2, 3, 4]> : tensor<4xi32>, b = dense<[1, 2]> : tensor<2xi32>} : () -> ()
