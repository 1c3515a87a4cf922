// RUN: rmlir-opt %s --split-input-file --verify-diagnostics

// Stored integers, their range, scales and blocks that are wrong.

// expected-error@+1 {{illegal storage type size: 33}}
func.func private @f(!quant.any<i33>)

// -----

// expected-error@+1 {{expected storage type width}}
func.func private @f(!quant.any<u>)

// -----

// expected-error@+1 {{illegal storage type prefix}}
func.func private @f(!quant.any<v8>)

// -----

// expected-error@+1 {{illegal storage type minimum: -129}}
func.func private @f(!quant.any<i8<-129:5>>)

// -----

// expected-error@+1 {{illegal storage type maximum: 300}}
func.func private @f(!quant.any<i8<5:300>>)

// -----

// expected-error@+1 {{illegal storage min and storage max: (5:-5)}}
func.func private @f(!quant.any<i8<5:-5>>)

// -----

// expected-error@+1 {{expected ':'}}
func.func private @f(!quant.any<i8<5>>)

// -----

// expected-error@+1 {{unknown quantized type foo}}
func.func private @f(!quant.foo<i8>)

// -----

// expected-error@+1 {{invalid kind of type specified}}
func.func private @f(!quant.uniform<i8:i32, 1.0>)

// -----

// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
func.func private @f(!quant.uniform<i8:f32, 1>)

// -----

// expected-error@+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(!quant.uniform<i8:f32, -1.0>)

// -----

// expected-error@+1 {{scale 1.000000e+08 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func private @f(!quant.uniform<i8:f16, 1.0e8>)

// -----

// expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(!quant.uniform<i8:f32:-1, {1.0, 2.0:3}>)

// -----

// expected-error@+1 {{expected floating point literal}}
func.func private @f(!quant.uniform<i8:f32:1, {}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {3.0:1}}>)

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, 3.0}>)

// -----

// expected-error@+1 {{illegal block size: 0}}
func.func private @f(!quant.uniform<i8:f32:{0:0, 1:2}, {{1.0, 2.0}}>)

// -----

// expected-error@+1 {{integer value too large}}
func.func private @f(!quant.uniform<i8:f32:{9999999999:1}, {1.0}>)

// -----

// expected-error@+1 {{illegal min and max: (1.000000e+00:1.000000e+00)}}
func.func private @f(!quant.calibrated<f32<1.0:1.0>>)

// -----

// expected-error@+2 {{expected '<'}}
// expected-error@+1 {{calibrated values must be present}}
func.func private @f(!quant.calibrated<f32>)
