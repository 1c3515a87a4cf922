// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.dense"() {
  a = dense<1> : tensor<2xi32>, b = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = dense<true> : tensor<i1>,
  d = dense<[true, false]> : vector<2xi1>, e = dense<[1.0, -0.0, 0x7FC00000]> : tensor<3xf32>, f = dense<> : tensor<0xi32>,
  g = dense<"0x01020304"> : tensor<4xi8>, h = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>,
  i = dense<["a", "b"]> : tensor<2x!x.s>, j = sparse<[[0, 1]], [7]> : tensor<2x3xi32>, k = dense<-1> : tensor<2xindex>
} : () -> ()
