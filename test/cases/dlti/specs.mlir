// Entries are keyed by types and names; an entry given as an attribute is written plainly.
// RUN: rmlir-opt %s

module attributes {
  dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, #dlti.dl_entry<"dlti.endianness", "little">>,
  dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"cache" = 4096 : i32>>
} {}
