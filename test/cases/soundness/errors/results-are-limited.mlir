// RUN: rmlir-opt %s

// An operation that has a result for each name: billions of them would take all memory.

%x:4294967295 = test.string_attr_pretty_name
