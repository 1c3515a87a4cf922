// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.y"() {a = !test.pair<i1>, b = !test.pair<i1, f32>, c = !test.token, d = #test.level<high>, e = #test.range<1 to 2>} : () -> ()
