// RUN: rmlir-translate %s --schedule-ssp
// RUN: rmlir-translate %s --explain-ssp
// A text that ends within an instance is refused at its end.

ssp.instance @cut of