//! Random C programs with loops that are marked by `#pragma omp simd`.
//!
//! Iterations are independent by construction: a loop writes elements of its own iteration of `W` arrays and reads only
//! these of them, and any elements of `R` arrays, which nothing writes. Sums of floats are exact in any order, as all
//! terms are small multiples of a power of two. Bodies have private variables and arrays, conditions, loops whose trip
//! count depends on data, and calls of functions with `#pragma omp declare simd`.

use crate::source::Source;

/// The elements of an array.
const SIZE: u64 = 64;
/// The greatest number of iterations that is passed.
const MAX: u64 = 53;

/// The program of `seed`.
pub fn text(seed: u64) -> String {
    let mut generator = Generator { source: Source::new(seed), n_values: 0 };
    let functions = generator.functions();
    for _ in 0..1 + generator.source.random.below(3) {
        generator.parallel_loop();
    }
    let kernel = generator.source.text;
    format!(
        "#include <math.h>
#include <stdio.h>
static float R[{SIZE}], Q[{SIZE}], W[{SIZE}];
static double D[{SIZE}], V[{SIZE}];
static int I[{SIZE}], J[{SIZE}];
static unsigned char B[{SIZE}];
static short H[{SIZE}];
{functions}
__attribute__((noinline)) static float kernel(int n, int m, float *w, const float *restrict q) {{
  float s = 0;
  int k = 3;
{kernel}  return s + (float)k;
}}
static void fill(void) {{
  for (int i = 0; i < {SIZE}; i++) {{
    R[i] = (float)(i * 7 % 23) / 4.0f - 2; Q[i] = (float)(i * 5 % 19) / 8.0f; W[i] = (float)(i % 9) / 2.0f;
    D[i] = i * 3 % 17 / 4.0 - 1; V[i] = i % 13 / 8.0; I[i] = i * 37 % {SIZE}; J[i] = i * 11 % 29 - 14;
    B[i] = (unsigned char)(i * 29); H[i] = (short)(i * 401 - 9000);
  }}
}}
static void show(float r) {{
  for (int i = 0; i < {SIZE}; i++) printf(\"%a %a %d %d %d \", W[i], V[i], J[i], B[i], H[i]);
  printf(\"%a\\n\", r);
}}
int main(void) {{
  static const int sizes[][2] = {{{{{MAX}, 5}}, {{16, 3}}, {{7, 12}}, {{1, 1}}, {{0, 4}}, {{-3, 2}}, {{33, 0}}}};
  for (unsigned c = 0; c < sizeof sizes / sizeof *sizes; c++) {{
    fill();
    show(kernel(sizes[c][0], sizes[c][1], W, Q));
  }}
}}
"
    )
}

/// The kind of a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Float,
    Double,
    Int,
}

struct Generator {
    source: Source,
    /// The number of private floats `x0`, `x1`, ... in scope.
    n_values: u64,
}

impl Generator {
    /// Two functions with variants, one with a loop.
    fn functions(&mut self) -> String {
        let inline = self.source.pick(&["static inline", "__attribute__((noinline))"]);
        let clause = self.source.pick(&["", " simdlen(8)", " notinbranch", " uniform(k)"]);
        let operator = self.source.pick(&["+ 2", "- 2", "* 0.5f"]);
        let limit = 2 + self.source.random.below(6);
        format!(
            "#pragma omp declare simd{clause}
{inline} float f(float x, int k) {{ return x < 1 ? x {operator} : x - (float)(k & 7); }}
#pragma omp declare simd
{inline} int g(int x, float y) {{
  int n = 0;
  while (n < {limit} && y < 6) {{ y += (float)(x & 3) + 0.5f; n++; }}
  return n;
}}"
        )
    }

    fn parallel_loop(&mut self) {
        let clauses = match self.source.random.below(6) {
            0 => " simdlen(4)",
            1 => " reduction(+:s)",
            2 => " reduction(^:k)",
            3 => " reduction(max:k)",
            _ => "",
        };
        self.source.line(&format!("#pragma omp simd{clauses}"));
        let head = match self.source.random.below(5) {
            0 => "int i = n - 1; i >= 0; i--",
            1 => "int i = 1; i < n; i += 2",
            2 => "long i = 0; i < n; i++",
            3 => "int i = 3; i <= n - 1; i++",
            _ => "int i = 0; i < n; i++",
        };
        self.source.line(&format!("for ({head}) {{"));
        self.source.depth += 1;
        let has_array = self.source.chance(25);
        if has_array {
            self.source.line("float t[4];");
            self.source.line("for (int a = 0; a < 4; a++) t[a] = R[(i + a) & 63] + (float)a;");
        }
        self.n_values = 0;
        for _ in 0..1 + self.source.random.below(3) {
            let value = self.value(Kind::Float, 2);
            self.source.line(&format!("float x{} = {value};", self.n_values));
            self.n_values += 1;
        }
        for _ in 0..1 + self.source.random.below(4) {
            self.statement(2);
        }
        if has_array {
            self.source.line("W[i] += t[(I[i] ^ m) & 3];");
        }
        match clauses {
            " reduction(+:s)" => self.source.line("s += R[i & 63];"),
            " reduction(^:k)" => self.source.line("k ^= I[i & 63] * 5;"),
            " reduction(max:k)" => self.source.line("k = J[i & 63] + 9 > k ? J[i & 63] + 9 : k;"),
            _ => {}
        }
        self.source.depth -= 1;
        self.source.line("}");
    }

    fn statement(&mut self, depth: u64) {
        match self.source.random.below(10) {
            0 | 1 if depth > 0 => {
                let condition = self.condition();
                self.source.line(&format!("if ({condition}) {{"));
                self.block(depth);
                if self.source.chance(50) {
                    self.source.line("} else {");
                    self.block(depth);
                }
                self.source.line("}");
            }
            2 if depth > 0 => {
                let (name, count) =
                    (format!("a{depth}"), self.source.pick(&["m", "3", "(I[i & 63] & 3)", "(J[i & 63] & 7)"]));
                self.source.line(&format!("for (int {name} = 0; {name} < {count}; {name}++) {{"));
                self.block(depth);
                if self.source.chance(30) {
                    let condition = self.condition();
                    self.source.line(&format!("  if ({condition}) break;"));
                }
                self.source.line("}");
            }
            3 if depth > 0 => {
                let name = format!("b{depth}");
                let condition = self.condition();
                self.source.line(&format!("for (int {name} = 0; {name} < 5 && {condition}; {name}++) {{"));
                self.block(depth);
                self.source.line("}");
            }
            4 => {
                let value = self.value(Kind::Double, 1);
                self.source.line(&format!("V[i] = {value};"));
            }
            5 => {
                let value = self.value(Kind::Int, 1);
                let place = self.source.pick(&["J[i]", "H[i]", "B[i]"]);
                self.source.line(&format!("{place} = {value};"));
            }
            6 | 7 => {
                let value = self.value(Kind::Float, 2);
                let place = self.source.pick(&["w[i]", "W[i]"]);
                self.source.line(&format!("{place} = {value};"));
            }
            _ => {
                let value = self.value(Kind::Float, 2);
                let variable = self.source.random.below(self.n_values);
                self.source.line(&format!("x{variable} = {value};"));
            }
        }
    }

    fn block(&mut self, depth: u64) {
        self.source.depth += 1;
        for _ in 0..1 + self.source.random.below(2) {
            self.statement(depth - 1);
        }
        self.source.depth -= 1;
    }

    fn condition(&mut self) -> String {
        let (left, right) = (self.value(Kind::Float, 0), self.value(Kind::Float, 0));
        let compare = self.source.pick(&["<", ">", "==", "<="]);
        match self.source.chance(25) {
            true => format!("(J[i & 63] {compare} (int)i) && {left} < {right}"),
            false => format!("{left} {compare} {right}"),
        }
    }

    /// An expression of a kind with at most `depth` operators within each other. Floats stay small, so that integers
    /// made of them do not overflow.
    fn value(&mut self, kind: Kind, depth: u64) -> String {
        if depth > 0 {
            let (a, b) = (self.value(kind, depth - 1), self.value(kind, depth - 1));
            let call = self.source.random.below(8);
            return match (kind, call) {
                (Kind::Float, 0) => format!("f({a}, (int)i)"),
                (Kind::Float, 1) => format!("sqrtf(fabsf({a}))"),
                (Kind::Float, 2) => format!("(float)g(J[i & 63], {a})"),
                (Kind::Float, 3) => format!("({a} < {b} ? {a} : {b} - 1)"),
                (Kind::Double, 0) => format!("(double)(float)({a}) / 3"),
                (Kind::Int, 0) => format!("({a} & 255) / (({b} & 7) + 1)"),
                (Kind::Int, 1) => format!("({a} & 1023) % 9"),
                (Kind::Int, _) => format!("(({a}) {} ({b})) % 997", self.source.pick(&["+", "-", "^", "|"])),
                _ => format!("({a} {} {b} * 0.125f)", self.source.pick(&["+", "-"])),
            };
        }
        let gathered = self.source.pick(&["I[i & 63]", "(i * 3 + 1) & 63", "(int)(i & 31) + (m & 15)", "i & 63", "7"]);
        match (kind, self.source.random.below(6)) {
            (Kind::Float, 0) if self.n_values > 0 => format!("x{}", self.source.random.below(self.n_values)),
            (Kind::Float, 1) => format!("R[{gathered}]"),
            (Kind::Float, 2) => format!("q[{gathered}]"),
            (Kind::Float, 3) => "(float)i".to_owned(),
            (Kind::Float, 4) => "0.25f * (float)m".to_owned(),
            (Kind::Float, _) => format!("{}.5f", self.source.random.below(5)),
            (Kind::Double, 0 | 1) => format!("D[{gathered}]"),
            (Kind::Double, 2) => "V[i]".to_owned(),
            (Kind::Double, _) => format!("(double)R[{gathered}]"),
            (Kind::Int, 0) => format!("I[{gathered}]"),
            (Kind::Int, 1) => "(int)i".to_owned(),
            (Kind::Int, 2) => "(int)B[i]".to_owned(),
            (Kind::Int, 3) => "(int)H[i]".to_owned(),
            (Kind::Int, _) => "m".to_owned(),
        }
    }
}
