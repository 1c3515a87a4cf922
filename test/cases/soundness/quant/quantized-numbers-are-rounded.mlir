// RUN: rmlir-opt %s --canonicalize

// A number that is quantized is rounded and clamped, so it is not the same afterwards.

!q = !quant.uniform<i8<-100:100>:f32, 0.5:3>

func.func @round_trip(%x: f32) -> f32 {
  %0 = quant.qcast %x : f32 to !q
  %1 = quant.dcast %0 : !q to f32
  return %1 : f32
}
