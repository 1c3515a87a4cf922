// RUN: rmlir-opt %s

// Quantized types: stored integers, their range, the type of the numbers that they represent, scales and zero points.

func.func private @any(!quant.any<i8>, !quant.any<i8<-8:127>:f32>, !quant.any<u8<0:100>:bf16>, !quant.any<ui8>, !quant.any<si8>, !quant.any<i8<0x10:0x20>:f32>)

func.func private @of_the_type(!quant.uniform<i8:f32, 1.0>, !quant.uniform<i8<-127:127>:f32, 0.99872:127>, !quant.uniform<u8:f32, 0.99872:127>, !quant.uniform<i8:f64, 0.1:-3>, !quant.uniform<i4:f32, 123456789.123>, !quant.uniform<i1:f16, 1.0e-7>, !quant.uniform<u32:f32, 1.0:-1>)

func.func private @of_an_axis(!quant.uniform<i8:f32:1, {1.0, 2.0:3}>, !quant.uniform<i8:f32:1, {{1.0, 2.0:3}}>, !quant.uniform<i8:f32:0, {0.1234567891, 123456789.5:-1}>)

func.func private @of_blocks(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0:1, 4.0:9}}>, !quant.uniform<i8:f32:{}, {1.0}>, !quant.uniform<i8:f16:{0:1}, {0.1, 1.000001:300}>, !quant.uniform<i8:f32:{0:1, 1:2, 2:3}, {{{1.0}, {2.0}}, {{3.0}, {4.0}}}>, !quant.uniform<u8:f32:{0:1}, {{1.0:255}, {1.0:255}}>)

func.func private @calibrated(!quant.calibrated<f32<-0.998:1.232>>, !quant.calibrated<f64<-1.0e300:1.0e400>>)

func.func private @tensors(tensor<4x!quant.uniform<i8:f32, 1.0>>, tensor<*x!quant.any<i8>>)
