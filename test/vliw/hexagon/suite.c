// Loops of public suites for vectorizing compilers and of the BLAS, with the statements of those: the numbers are TSVC's. Arrays
// are parameters, which do not overlap; arithmetic is on floats of 32 bits or on integers. suite.mlir has the same loops.
#define R restrict
typedef float *R V;
typedef const float *R C;
typedef int *R I;
typedef const int *R J;

void s000(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] = b[i] + 1; }
void s111(int n, V a, C b) { for (int i = 1; i < n; i += 2) a[i] = a[i - 1] + b[i]; }
void s1112(int n, V a, C b) { for (int i = n - 1; i >= 0; i--) a[i] = b[i] + 1; }
void s112(int n, V a, C b) { for (int i = n - 2; i >= 0; i--) a[i + 1] = a[i] + b[i]; }
void s113(int n, V a, C b) { for (int i = 1; i < n; i++) a[i] = a[0] + b[i]; }
void s1113(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] = a[4] + b[i]; }
void s116(int n, V a) {
    for (int i = 0; i < n; i += 2) {
        a[i] = a[i + 1] * a[i];
        a[i + 1] = a[i + 2] * a[i + 1];
    }
}
void s121(int n, V a, C b) { for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i]; }
void s122(int n, V a, C b) { for (int i = 0; i < n; i += 3) a[i] += b[n - 1 - i]; }
void s127(int n, V a, C b, C c, C d, C e) {
    int half = (unsigned)n / 2;
    for (int i = 0; i < half; i++) {
        a[2 * i] = b[i] + c[i] * d[i];
        a[2 * i + 1] = b[i] + d[i] * e[i];
    }
}
void s131(int n, V a, C b) { for (int i = 0; i < n - 1; i++) a[i] = a[i + 1] + b[i]; }
void s1221(int n, C a, V b) { for (int i = 4; i < n; i++) b[i] = b[i - 4] + a[i]; }
void s151(int n, V a, C b) { for (int i = 0; i < n - 1; i++) a[i] = a[i + 2] + b[i]; }
void s162(int n, V a, C b, C c, int k) { for (int i = 0; i < n; i++) a[i] = a[i + 4] + b[i] * c[i]; }
void s173(int n, V a, C b) {
    int half = (unsigned)n / 2;
    for (int i = 0; i < half; i++) a[i + half] = a[i] + b[i];
}
void s211(int n, V a, V b, C c, C d, C e) {
    for (int i = 1; i < n - 1; i++) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = b[i + 1] - e[i] * d[i];
    }
}
void s212(int n, V a, V b, C c, C d) {
    for (int i = 0; i < n - 1; i++) {
        a[i] *= c[i];
        b[i] += a[i + 1] * d[i];
    }
}
void s1213(int n, V a, V b, C c, C d) {
    for (int i = 1; i < n - 1; i++) {
        a[i] = b[i - 1] + c[i];
        b[i] = a[i + 1] * d[i];
    }
}
void s221(int n, V a, V b, C c, C d) {
    for (int i = 1; i < n; i++) {
        a[i] += c[i] * d[i];
        b[i] = b[i - 1] + a[i] + d[i];
    }
}
void s222(int n, V a, C b, C c, V e) {
    for (int i = 1; i < n; i++) {
        a[i] += b[i] * c[i];
        e[i] = e[i - 1] * e[i - 1];
        a[i] -= b[i] * c[i];
    }
}
void s241(int n, V a, V b, C c, C d) {
    for (int i = 0; i < n - 1; i++) {
        a[i] = b[i] * c[i] * d[i];
        b[i] = a[i] * a[i + 1] * d[i];
    }
}
void s242(int n, V a, C b, C c, C d, float s, float t) {
    for (int i = 1; i < n; i++) a[i] = a[i - 1] + s + t + b[i] + c[i] + d[i];
}
void s243(int n, V a, V b, C c, C d, C e) {
    for (int i = 0; i < n - 1; i++) {
        a[i] = b[i] + c[i] * d[i];
        b[i] = a[i] + d[i] * e[i];
        a[i] = b[i] + a[i + 1] * d[i];
    }
}
void s244(int n, V a, V b, C c, C d) {
    for (int i = 0; i < n - 1; i++) {
        a[i] = b[i] + c[i] * d[i];
        b[i] = c[i] + b[i];
        a[i + 1] = b[i] + a[i + 1] * d[i];
    }
}
void s1244(int n, V a, C b, C c, V d) {
    for (int i = 0; i < n - 1; i++) {
        a[i] = b[i] + c[i] * c[i] + b[i] * b[i] + c[i];
        d[i] = a[i] + a[i + 1];
    }
}
void s251(int n, V a, C b, C c, C d) {
    for (int i = 0; i < n; i++) {
        float s = b[i] + c[i] * d[i];
        a[i] = s * s;
    }
}
void s1251(int n, V a, V b, C c, C d, C e) {
    for (int i = 0; i < n; i++) {
        float s = b[i] + c[i];
        b[i] = a[i] + d[i];
        a[i] = s * e[i];
    }
}
void s252(int n, V a, C b, C c) {
    float t = 0;
    for (int i = 0; i < n; i++) {
        float s = b[i] * c[i];
        a[i] = s + t;
        t = s;
    }
}
void s253(int n, V a, C b, V c, C d) {
    for (int i = 0; i < n; i++)
        if (a[i] > b[i]) {
            float s = a[i] - b[i] * d[i];
            c[i] += s;
            a[i] = s;
        }
}
void s254(int n, V a, C b) {
    float x = b[n - 1];
    for (int i = 0; i < n; i++) {
        a[i] = (b[i] + x) * 0.5f;
        x = b[i];
    }
}
void s255(int n, V a, C b) {
    float x = b[n - 1], y = b[n];
    for (int i = 0; i < n; i++) {
        a[i] = (b[i] + x + y) * 0.333f;
        y = x;
        x = b[i];
    }
}
void s261(int n, V a, C b, V c, C d) {
    for (int i = 1; i < n; i++) {
        float t = a[i] + b[i];
        a[i] = t + c[i - 1];
        t = c[i] * d[i];
        c[i] = t;
    }
}
void s271(int n, V a, C b, C c) {
    for (int i = 0; i < n; i++)
        if (b[i] > 0) a[i] += b[i] * c[i];
}
void s272(int n, V a, V b, C c, C d, C e, float t) {
    for (int i = 0; i < n; i++)
        if (e[i] >= t) {
            a[i] += c[i] * d[i];
            b[i] += c[i] * c[i];
        }
}
void s273(int n, V a, V b, V c, C d, C e) {
    for (int i = 0; i < n; i++) {
        a[i] += d[i] * e[i];
        if (a[i] < 0) b[i] += d[i] * e[i];
        c[i] += a[i] * d[i];
    }
}
void s274(int n, V a, V b, C c, C d, C e) {
    for (int i = 0; i < n; i++) {
        a[i] = c[i] + e[i] * d[i];
        if (a[i] > 0)
            b[i] = a[i] + b[i];
        else
            a[i] = d[i] * e[i];
    }
}
void s276(int n, V a, C b, C c, C d, int middle) {
    for (int i = 0; i < n; i++)
        if (i + 1 < middle)
            a[i] += b[i] * c[i];
        else
            a[i] += b[i] * d[i];
}
void s278(int n, V a, V b, V c, C d, C e) {
    for (int i = 0; i < n; i++) {
        if (a[i] > 0)
            c[i] = -c[i] + d[i] * e[i];
        else
            b[i] = -b[i] + d[i] * e[i];
        a[i] = b[i] + c[i] * d[i];
    }
}
void s281(int n, V a, V b, C c) {
    for (int i = 0; i < n; i++) {
        float x = a[n - i] + b[i] * c[i];
        a[i] = x - 1;
        b[i] = x;
    }
}
void s291(int n, V a, C b) {
    int last = n - 1;
    for (int i = 0; i < n; i++) {
        a[i] = (b[i] + b[last]) * 0.5f;
        last = i;
    }
}
void s293(int n, V a) { for (int i = 0; i < n; i++) a[i] = a[0]; }
float s311(int n, C a) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
float s312(int n, C a) {
    float p = 1;
    for (int i = 0; i < n; i++) p *= a[i];
    return p;
}
float s313(int n, C a, C b) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    return s;
}
float s314(int n, C a) {
    float x = a[0];
    for (int i = 0; i < n; i++)
        if (a[i] > x) x = a[i];
    return x;
}
float s315(int n, C a) {
    float x = a[0];
    int at = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > x) {
            x = a[i];
            at = i;
        }
    return x + (float)at;
}
float s316(int n, C a) {
    float x = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] < x) x = a[i];
    return x;
}
float s317(int n, float q) {
    for (int i = 0; i < n; i++) q *= 0.99f;
    return q;
}
float s319(int n, V a, V b, C c, C d, C e) {
    float s = 0;
    for (int i = 0; i < n; i++) {
        a[i] = c[i] + d[i];
        s += a[i];
        b[i] = c[i] + e[i];
        s += b[i];
    }
    return s;
}
float s3111(int n, C a) {
    float s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0) s += a[i];
    return s;
}
float s3112(int n, C a, V b) {
    float s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        b[i] = s;
    }
    return s;
}
void s321(int n, V a, C b) { for (int i = 1; i < n; i++) a[i] += a[i - 1] * b[i]; }
void s322(int n, V a, C b, C c) { for (int i = 2; i < n; i++) a[i] = a[i] + a[i - 1] * b[i] + a[i - 2] * c[i]; }
void s323(int n, V a, V b, C c, C d, C e) {
    for (int i = 1; i < n; i++) {
        a[i] = b[i - 1] + c[i] * d[i];
        b[i] = a[i] + c[i] * e[i];
    }
}
int s331(int n, C a) {
    int j = -1;
    for (int i = 0; i < n; i++)
        if (a[i] < 0) j = i;
    return j;
}
void s351(int n, V a, C b, float t) {
    for (int i = 0; i < n - 4; i += 5) {
        a[i] += t * b[i];
        a[i + 1] += t * b[i + 1];
        a[i + 2] += t * b[i + 2];
        a[i + 3] += t * b[i + 3];
        a[i + 4] += t * b[i + 4];
    }
}
float s352(int n, C a, C b) {
    float s = 0;
    for (int i = 0; i < n - 4; i += 5)
        s = s + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3] + a[i + 4] * b[i + 4];
    return s;
}
void s421(int n, C x, V y, C a) { for (int i = 0; i < n - 1; i++) y[i] = x[i + 1] + a[i]; }
void s431(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] = a[i + 2] + b[i]; }
void s441(int n, V a, C b, C c, C d) {
    for (int i = 0; i < n; i++)
        if (d[i] < 0)
            a[i] += b[i] * c[i];
        else if (d[i] == 0)
            a[i] += b[i] * b[i];
        else
            a[i] += c[i] * c[i];
}
void s443(int n, V a, C b, C c, C d) {
    for (int i = 0; i < n; i++)
        if (d[i] <= 0)
            a[i] += b[i] * c[i];
        else
            a[i] += b[i] * b[i];
}
void s452(int n, V a, C b, C c) { for (int i = 0; i < n; i++) a[i] = b[i] + c[i] * (float)(i + 1); }
void s453(int n, V a, C b) {
    float s = 0;
    for (int i = 0; i < n; i++) {
        s += 2;
        a[i] = s * b[i];
    }
}
void s4112(int n, V a, C b, J at, float s) { for (int i = 0; i < n; i++) a[i] += b[at[i] & 7] * s; }
void s4113(int n, V a, C b, C c, J at) { for (int i = 0; i < n; i++) a[at[i] & 7] = b[at[i] & 7] + c[i]; }
float s4115(int n, C a, C b, J at) {
    float s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[at[i] & 7];
    return s;
}
void s4117(int n, V a, C b, C c, C d) { for (int i = 0; i < n; i++) a[i] = b[i] + c[i / 2] * d[i]; }
void s491(int n, V a, C b, C c, C d, J at) { for (int i = 0; i < n; i++) a[at[i] & 7] = b[i] + c[i] * d[i]; }
void va(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] = b[i]; }
void vif(int n, V a, C b) {
    for (int i = 0; i < n; i++)
        if (b[i] > 0) a[i] = b[i];
}
void vpv(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] += b[i]; }
void vtv(int n, V a, C b) { for (int i = 0; i < n; i++) a[i] *= b[i]; }
void vpvtv(int n, V a, C b, C c) { for (int i = 0; i < n; i++) a[i] += b[i] * c[i]; }
void vpvts(int n, V a, C b, float s) { for (int i = 0; i < n; i++) a[i] += b[i] * s; }
void vpvpv(int n, V a, C b, C c) { for (int i = 0; i < n; i++) a[i] += b[i] + c[i]; }
void vtvtv(int n, V a, C b, C c) { for (int i = 0; i < n; i++) a[i] = a[i] * b[i] * c[i]; }
void vbor(int n, V a, C b, C c, C d, C e, V x) {
    for (int i = 0; i < n; i++) {
        float p = a[i], q = b[i], r = c[i], s = d[i], t = e[i];
        float y = p * q + p * r + p * s + p * t, z = q * r + q * s + q * t + r * s;
        x[i] = y * z;
    }
}
int isum(int n, J a) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
int icount(int n, J a, int limit) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < limit) k++;
    return k;
}
int imasked(int n, J a, J b) {
    int s = 0;
    for (int i = 0; i < n; i++)
        if (a[i] & 1) s += b[i];
    return s;
}
void iclip(int n, I a, int low, int high) {
    for (int i = 0; i < n; i++) {
        int x = a[i];
        x = x < low ? low : x;
        a[i] = x > high ? high : x;
    }
}
void imerge(int n, I a, J b, J c) { for (int i = 0; i < n; i++) a[i] = b[i] > c[i] ? b[i] - c[i] : c[i] ^ b[i]; }
void ihistogram(int n, I a, J b) { for (int i = 0; i < n; i++) a[b[i] & 7] += 1; }
void iprefix(int n, I a) { for (int i = 1; i < n; i++) a[i] += a[i - 1]; }
