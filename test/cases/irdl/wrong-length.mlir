// RUN: rmlir-opt --irdl-file=%S/units.irdl.mlir %s

func.func @f(%a: !units.length<f32>) {
  %0 = "units.value"(%a) : (!units.length<f32>) -> f64
  return
}
