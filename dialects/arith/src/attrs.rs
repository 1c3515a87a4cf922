//! Predicates, flags and modes.
//!
//! Predicates, the rounding mode and the kinds of atomic updates are stored as integers and printed as keywords; the
//! two sets of flags are attributes of the dialect.

use std::cmp::Ordering;

use rmlir::prelude::*;

/// The predicate of `arith.cmpi`.
#[attr(int = 64)]
pub enum CmpIPredicate {
    /// Equal.
    Eq,
    /// Not equal.
    Ne,
    /// Signed less than.
    Slt,
    /// Signed less than or equal.
    Sle,
    /// Signed greater than.
    Sgt,
    /// Signed greater than or equal.
    Sge,
    /// Unsigned less than.
    Ult,
    /// Unsigned less than or equal.
    Ule,
    /// Unsigned greater than.
    Ugt,
    /// Unsigned greater than or equal.
    Uge,
}

impl CmpIPredicate {
    /// The inverse predicate, which is true where this one is false.
    pub fn inverted(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    /// The predicate that is equivalent for swapped operands.
    pub fn swapped(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }

    /// Whether it compares unsigned integers.
    pub fn is_unsigned(self) -> bool {
        use CmpIPredicate::*;
        matches!(self, Ult | Ule | Ugt | Uge)
    }

    /// Whether it is true for operands with this ordering.
    pub fn accepts(self, order: Ordering) -> bool {
        use CmpIPredicate::*;
        match self {
            Eq => order.is_eq(),
            Ne => order.is_ne(),
            Slt | Ult => order.is_lt(),
            Sle | Ule => order.is_le(),
            Sgt | Ugt => order.is_gt(),
            Sge | Uge => order.is_ge(),
        }
    }

    /// Whether it is true for these operands.
    pub fn holds(self, lhs: &ApInt, rhs: &ApInt) -> bool {
        self.accepts(if self.is_unsigned() { lhs.ucmp(rhs) } else { lhs.scmp(rhs) })
    }
}

/// The predicate of `arith.cmpf`: ordered (`o..`) predicates are false if an operand is NaN,
/// unordered ones (`u..`) are true.
#[attr(int = 64)]
pub enum CmpFPredicate {
    /// Always false.
    #[case("false")]
    AlwaysFalse,
    /// Ordered and equal.
    Oeq,
    /// Ordered and greater.
    Ogt,
    /// Ordered and greater or equal.
    Oge,
    /// Ordered and less.
    Olt,
    /// Ordered and less or equal.
    Ole,
    /// Ordered and not equal.
    One,
    /// Ordered: neither is NaN.
    Ord,
    /// Unordered or equal.
    Ueq,
    /// Unordered or greater.
    Ugt,
    /// Unordered or greater or equal.
    Uge,
    /// Unordered or less.
    Ult,
    /// Unordered or less or equal.
    Ule,
    /// Unordered or not equal.
    Une,
    /// Unordered: one is NaN.
    Uno,
    /// Always true.
    #[case("true")]
    AlwaysTrue,
}

impl CmpFPredicate {
    /// Whether it is true for operands with this ordering; `None` means unordered.
    pub fn accepts(self, order: Option<Ordering>) -> bool {
        use CmpFPredicate::*;
        let (ordered, unordered) = (order.is_some(), order.is_none());
        let ordered_and = |test: fn(Ordering) -> bool| order.is_some_and(test);
        let unordered_or = |test: fn(Ordering) -> bool| order.is_none_or(test);
        match self {
            AlwaysFalse => false,
            Oeq => ordered_and(Ordering::is_eq),
            Ogt => ordered_and(Ordering::is_gt),
            Oge => ordered_and(Ordering::is_ge),
            Olt => ordered_and(Ordering::is_lt),
            Ole => ordered_and(Ordering::is_le),
            One => ordered_and(Ordering::is_ne),
            Ord => ordered,
            Ueq => unordered_or(Ordering::is_eq),
            Ugt => unordered_or(Ordering::is_gt),
            Uge => unordered_or(Ordering::is_ge),
            Ult => unordered_or(Ordering::is_lt),
            Ule => unordered_or(Ordering::is_le),
            Une => unordered_or(Ordering::is_ne),
            Uno => unordered,
            AlwaysTrue => true,
        }
    }

    /// Whether it is true for these operands.
    pub fn holds(self, lhs: ApFloat, rhs: ApFloat) -> bool {
        self.accepts(lhs.compare(rhs))
    }
}

/// Fast-math flags: assumptions about floats, and transformations of them, that are allowed.
#[attr(
    name = "arith.fastmath",
    bits = ",",
    called = "::mlir::arith::FastMathFlags",
    summary = "Floating point fast math flags"
)]
pub enum FastMathFlags {
    /// No flags.
    #[case("none")]
    None = 0,
    /// Operations may be reassociated.
    #[case("reassoc")]
    Reassociate = 1,
    /// Operands and results are not NaN.
    #[case("nnan")]
    NoNans = 2,
    /// Operands and results are not infinite.
    #[case("ninf")]
    NoInfinities = 4,
    /// The sign of zero is insignificant.
    #[case("nsz")]
    NoSignedZeros = 8,
    /// Division may become multiplication by the reciprocal.
    #[case("arcp")]
    AllowReciprocal = 16,
    /// Operations may be contracted (fused).
    #[case("contract")]
    AllowContract = 32,
    /// Functions may be approximated.
    #[case("afn")]
    ApproximateFunctions = 64,
    /// All flags.
    #[case("fast")]
    Fast = 127,
}

/// The overflows that make a result poison.
#[attr(
    name = "arith.overflow",
    bits = ", ",
    called = "::mlir::arith::IntegerOverflowFlags",
    summary = "Integer overflow arith flags"
)]
pub enum IntegerOverflowFlags {
    /// No flags.
    #[case("none")]
    None = 0,
    /// No signed wrap.
    #[case("nsw")]
    NoSignedWrap = 1,
    /// No unsigned wrap.
    #[case("nuw")]
    NoUnsignedWrap = 2,
}

/// The rounding mode of results that are not representable.
#[attr(int = 32, summary = "Floating point rounding mode")]
pub enum RoundingMode {
    /// To nearest, ties to even.
    ToNearestEven,
    /// Toward negative infinity.
    Downward,
    /// Toward positive infinity.
    Upward,
    /// Toward zero.
    TowardZero,
    /// To nearest, ties away from zero.
    ToNearestAway,
}

/// The combining operation of an atomic read-modify-write.
#[attr(int = 64)]
pub enum AtomicRmwKind {
    /// `addf`
    Addf,
    /// `addi`
    Addi,
    /// `andi`
    Andi,
    /// `assign`
    Assign,
    /// `maximumf`
    Maximumf,
    /// `maxnumf`
    Maxnumf,
    /// `maxs`
    Maxs,
    /// `maxu`
    Maxu,
    /// `minimumf`
    Minimumf,
    /// `minnumf`
    Minnumf,
    /// `mins`
    Mins,
    /// `minu`
    Minu,
    /// `mulf`
    Mulf,
    /// `muli`
    Muli,
    /// `ori`
    Ori,
    /// `xori`
    Xori,
}
