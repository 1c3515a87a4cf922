// RUN: rmlir-translate %s --explain-ssp
// The second example of swing modulo scheduling (IEEE TC 2001, figure 8), reconstructed from the numbers of its text: A to M are n0
// to n12. Its recurrences bind to 6 and 3; sets are {A C D F}, {G I J M} and the rest, ordered F C D A, G I J M, H E B, L K.

ssp.instance @figure_8 of "ModuloProblem" {
  library {
    operator_type @any [latency<2>]
  }
  resource {
    resource_type @general [limit<4>]
  }
  graph {
    %a = operation<@any> @A(%f [dist<1>]) uses[@general]
    %b = operation<@any> @B() uses[@general]
    %c = operation<@any> @C(%a) uses[@general]
    %d = operation<@any> @D(%a) uses[@general]
    %e = operation<@any> @E(%b) uses[@general]
    %f = operation<@any> @F(%c, %d) uses[@general]
    %g = operation<@any> @G(%m [dist<2>], %c) uses[@general]
    %h = operation<@any> @H(%e) uses[@general]
    %i = operation<@any> @I(%f) uses[@general]
    %j = operation<@any> @J(%g) uses[@general]
    %k = operation<@any> @K(%e) uses[@general]
    %l = operation<@any> @L(%h) uses[@general]
    %m = operation<@any> @M(%j, %i, %h) uses[@general]
  }
}
