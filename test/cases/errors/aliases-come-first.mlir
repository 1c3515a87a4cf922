// RUN: rmlir-opt %s --allow-unregistered-dialect

"x.use"() {a = #early} : () -> ()
#early = 1 : i8
