// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.y"() {a = !odd.pair<i1>, b = !odd.pair<i1, f32>, c = !odd.token, d = #odd.level<high>, e = #odd.range<1 to 2>} : () -> ()
