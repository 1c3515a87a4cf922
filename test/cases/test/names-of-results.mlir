// RUN: rmlir-opt %s

%0:2 = odd.named ["left", "right"] : i1, i2
%1 = odd.named ["left"] : i1
%2 = odd.named ["two words"] : i1
%3:2 = odd.named ["", "b"] : i1, i1
