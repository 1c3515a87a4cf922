//! The parser of options.
//!
//! Steps: 1. `arguments` of the grammar splits the text into names and values; 2. blanks and one pair of quotes or
//! braces around a value are removed; 3. it is parsed according to the option's type, element by element for a list.

use pest::Parser;
use pest::iterators::Pair;
use pest_derive::Parser;
use rmlir_diag::near_name;
use rmlir_num::ApInt;

use super::{OptionDef, OptionKind, OptionValue, OptionValues, PassList};
use crate::pipeline::{Pipeline, PipelineError};

#[derive(Parser)]
#[grammar = "options/options.pest"]
struct Grammar;

/// The limit on bracket nesting: the grammar is recursive.
const MAX_DEPTH: usize = 128;

/// The parser of pipelines that are values of options.
pub(crate) trait PipelineParser {
    /// Parses a pipeline with its anchor.
    fn pipeline(&self, text: &str) -> Result<Pipeline, PipelineError>;

    /// Parses passes without an anchor.
    fn passes(&self, text: &str) -> Result<Pipeline, PipelineError>;
}

/// The parser of defaults, which cannot contain passes.
struct NoPasses;

impl PipelineParser for NoPasses {
    fn pipeline(&self, text: &str) -> Result<Pipeline, PipelineError> {
        let anchor = text.trim().strip_suffix("()").filter(|anchor| !anchor.is_empty());
        anchor.map(Pipeline::on).ok_or_else(|| PipelineError::new("a default has no passes"))
    }

    fn passes(&self, text: &str) -> Result<Pipeline, PipelineError> {
        if text.is_empty() { Ok(Pipeline::any()) } else { Err(PipelineError::new("a default has no passes")) }
    }
}

/// Sets `values` from `text`, the text between the braces of `pass{...}`. Offsets in errors are relative to the start
/// of `text`.
pub(crate) fn parse_into(
    values: &mut OptionValues,
    text: &str,
    pipelines: &dyn PipelineParser,
) -> Result<(), PipelineError> {
    check_depth(text)?;
    let arguments = Grammar::parse(Rule::arguments, text).expect("the grammar of arguments accepts every text");
    for argument in arguments.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::argument) {
        let mut parts = argument.into_inner();
        let Some(name) = parts.next().filter(|part| part.as_rule() == Rule::name) else { continue };
        let value = parts.find(|part| part.as_rule() == Rule::value);
        if !unwrapped(name.as_str()).is_empty() {
            set(values, &name, value.as_ref(), pipelines)?;
        }
    }
    Ok(())
}

/// The default value of `def`.
pub(crate) fn default_of(def: &OptionDef) -> OptionValue {
    let read = |text| parse_value(def, def.kind, Some(text), &NoPasses);
    match (def.default, def.kind) {
        (text, OptionKind::Passes) => {
            OptionValue::Passes(PassList { text: text.unwrap_or("").to_owned(), pipeline: None })
        }
        (Some(text), _) => {
            read(text).unwrap_or_else(|_| panic!("the default of option '{}' is one of its values", def.name))
        }
        (None, OptionKind::Bool) => OptionValue::Bool(false),
        (None, OptionKind::F64) => OptionValue::Float(0.0),
        (None, OptionKind::Text) => OptionValue::Text(String::new()),
        (None, OptionKind::Enum(_)) => OptionValue::Case(0),
        (None, OptionKind::List(_)) => OptionValue::List(Vec::new()),
        (None, OptionKind::Pipeline) => OptionValue::Pipeline(Pipeline::any()),
        (None, _) => OptionValue::Int(0),
    }
}

fn set(
    values: &mut OptionValues,
    name: &Pair<Rule>,
    value: Option<&Pair<Rule>>,
    pipelines: &dyn PipelineParser,
) -> Result<(), PipelineError> {
    let key = unwrapped(name.as_str());
    let Some(index) = values.defs.iter().position(|def| def.name == key) else {
        let error = PipelineError::new(format!("<Pass-Options-Parser>: no such option {key}\n"))
            .summary(format!("no such option '{key}'"))
            .at(name.as_span().start()..name.as_span().end())
            .help(help_for(key, values.defs));
        return Err(error);
    };
    let def = &values.defs[index];
    let text = value.map(|value| unwrapped(value.as_str()));
    let span = value.unwrap_or(name).as_span();
    let about = |error: PipelineError| error.at(span.start()..span.end()).help(def.doc);
    let read = parse_value(def, def.kind, text, pipelines).map_err(about)?;
    // A list given twice is concatenated.
    match (&mut values.values[index], read) {
        (OptionValue::List(list), OptionValue::List(more)) if values.given[index] => list.extend(more),
        (slot, read) => *slot = read,
    }
    values.given[index] = true;
    Ok(())
}

fn help_for(key: &str, defs: &[OptionDef]) -> String {
    let names: Vec<&str> = defs.iter().map(|def| def.name).collect();
    let starts_so = names.iter().copied().find(|name| !key.is_empty() && name.starts_with(key));
    match near_name(key, names.iter().copied()).or(starts_so) {
        Some(near) => format!("did you mean '{near}'?"),
        None if names.is_empty() => "the pass has no options".to_owned(),
        None => format!("the options are {}", names.join(", ")),
    }
}

fn check_depth(text: &str) -> Result<(), PipelineError> {
    let mut depth = 0usize;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            let message = format!("options are nested more than {MAX_DEPTH} levels deep");
            return Err(PipelineError::new(message).at(offset..offset + 1));
        }
    }
    Ok(())
}

/// `text` without surrounding blanks and one pair of quotes or braces around it. The braces must match each other:
/// those of `{a},{b}` are kept.
fn unwrapped(text: &str) -> &str {
    let text = text.trim();
    for quote in ['\'', '"'] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) {
            return inner.trim();
        }
    }
    if matches_whole(Rule::curly, text) { text[1..text.len() - 1].trim() } else { text }
}

/// Returns whether `text` is read as one value where others may follow: no blank in it ends the value.
pub(super) fn is_one_value(text: &str) -> bool {
    matches_whole(Rule::value, text)
}

fn matches_whole(rule: Rule, text: &str) -> bool {
    Grammar::parse(rule, text).is_ok_and(|mut found| {
        let matched = found.next().expect("a match has a pair");
        matched.as_span().end() == text.len()
    })
}

/// The value of kind `kind` in `text`, for the option `def`.
pub(crate) fn parse_value(
    def: &OptionDef,
    kind: OptionKind,
    text: Option<&str>,
    pipelines: &dyn PipelineParser,
) -> Result<OptionValue, PipelineError> {
    if kind == OptionKind::Bool {
        return parse_bool(def, text.unwrap_or(""));
    }
    let Some(text) = text else { return Err(rejected(def, "requires a value!".to_owned())) };
    match kind {
        OptionKind::Bool => unreachable!("booleans were read above"),
        OptionKind::I32 => parse_int(def, text, "integer", i32::MIN.into()..=i32::MAX.into()),
        OptionKind::I64 => parse_int(def, text, "long", i64::MIN.into()..=i64::MAX.into()),
        OptionKind::U32 => parse_int(def, text, "uint", 0..=u32::MAX.into()),
        OptionKind::IntWidth => match parse_int(def, text, "uint", 0..=u32::MAX.into())? {
            OptionValue::Int(width) if width > ApInt::MAX_WIDTH.into() => {
                Err(rejected(def, format!("integer bitwidth is limited to {} bits", ApInt::MAX_WIDTH)))
            }
            width => Ok(width),
        },
        OptionKind::U64 => parse_int(def, text, "ulong", 0..=u64::MAX.into()),
        OptionKind::F64 => match text.parse() {
            Ok(value) => Ok(OptionValue::Float(value)),
            Err(_) => Err(rejected(def, format!("'{text}' value invalid for floating point argument!"))),
        },
        OptionKind::Text => Ok(OptionValue::Text(text.to_owned())),
        OptionKind::Enum(cases) => match cases.iter().position(|case| case.name == text) {
            Some(case) => Ok(OptionValue::Case(case)),
            None => {
                let names: Vec<&str> = cases.iter().map(|case| case.name).collect();
                let help = format!("expected {}", rmlir_diag::one_of(&names));
                Err(rejected(def, format!("Cannot find option named '{text}'!")).help(help))
            }
        },
        OptionKind::Pipeline => {
            pipelines.pipeline(text).map(OptionValue::Pipeline).map_err(PipelineError::inside_option)
        }
        OptionKind::Passes => {
            let pipeline = pipelines.passes(text).map_err(PipelineError::inside_option)?;
            Ok(OptionValue::Passes(PassList { text: text.to_owned(), pipeline: Some(pipeline) }))
        }
        OptionKind::List(element) => parse_list(def, *element, text, pipelines),
    }
}

fn parse_list(
    def: &OptionDef,
    element: OptionKind,
    text: &str,
    pipelines: &dyn PipelineParser,
) -> Result<OptionValue, PipelineError> {
    if text.is_empty() {
        return Ok(OptionValue::List(Vec::new()));
    }
    let list = Grammar::parse(Rule::list, text).expect("the grammar of lists accepts every text");
    let elements = list.flat_map(Pair::into_inner).filter(|pair| pair.as_rule() == Rule::element);
    let values = elements.map(|pair| parse_value(def, element, Some(unwrapped(pair.as_str())), pipelines));
    values.collect::<Result<_, _>>().map(OptionValue::List)
}

fn parse_bool(def: &OptionDef, text: &str) -> Result<OptionValue, PipelineError> {
    match text {
        "" | "true" | "TRUE" | "True" | "1" => Ok(OptionValue::Bool(true)),
        "false" | "FALSE" | "False" | "0" => Ok(OptionValue::Bool(false)),
        _ => Err(rejected(def, format!("'{text}' is invalid value for boolean argument! Try 0 or 1"))),
    }
}

fn parse_int(
    def: &OptionDef,
    text: &str,
    kind: &str,
    range: std::ops::RangeInclusive<i128>,
) -> Result<OptionValue, PipelineError> {
    match integer(text).filter(|value| range.contains(value)) {
        Some(value) => Ok(OptionValue::Int(value)),
        None => Err(rejected(def, format!("'{text}' value invalid for {kind} argument!"))),
    }
}

/// An integer with an optional sign and a C prefix for its base.
fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
    let lower = digits.to_ascii_lowercase();
    let (digits, base) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', b'o', ..] => (&lower[2..], 8),
        [b'0', next, ..] if next.is_ascii_digit() => (&lower[1..], 8),
        _ => (&lower[..], 10),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let value = i128::from_str_radix(digits, base).ok()?;
    Some(if negative { -value } else { value })
}

fn rejected(def: &OptionDef, why: String) -> PipelineError {
    PipelineError::new("").tool_line(format!("for the --{} option: {why}", def.name)).summary(format!(
        "option '{}': {}",
        def.name,
        why.trim_end_matches('!')
    ))
}
