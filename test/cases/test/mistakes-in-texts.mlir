// RUN: rmlir-opt %s --split-input-file

test.parse_custom_operation_name_api("a")

// -----

test.parse_b64 "cm1saXI"

// -----

%0 = test.pretty_printed_region %0, %0 start x end : f32

// -----

test.wrapping_region wraps x.y
