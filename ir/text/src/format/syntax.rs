//! The text of a declarative format as a tree; names are not looked up yet.

use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "format/format.pest"]
struct FormatGrammar;

/// An element of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Element {
    /// A keyword or punctuation.
    Literal(&'static str),
    /// `` ` ` ``
    Space,
    /// ` `` `: no space here.
    NoSpace,
    /// `` `\n` ``
    Newline,
    /// `$name`
    Variable(&'static str),
    /// `attr-dict`, or with the keyword.
    AttrDict { keyword: bool },
    /// `prop-dict`
    PropDict,
    /// `type(..)`
    Type(Values),
    /// `functional-type(.., ..)`
    FunctionalType(Values, Values),
    /// `qualified(..)`
    Qualified(Box<Element>),
    /// `operands`
    Operands,
    /// `regions`
    Regions,
    /// `successors`
    Successors,
    /// `oilist(..)`: each clause is a literal and what follows it.
    OiList(Vec<(&'static str, Vec<Element>)>),
    /// `custom<name>(..)`
    Custom { name: &'static str, args: Vec<Element> },
    /// `ref(..)`, in a custom directive only.
    Ref(Box<Element>),
    /// `"text"`, in a custom directive only.
    Text(&'static str),
    /// `( then ) : ( otherwise ) ?`
    Group(Group),
    /// `params`
    Params,
    /// `struct(..)`; of all parameters if the list is empty.
    Struct(Vec<&'static str>),
}

/// An optional group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// What is there when the anchor is present (or absent, if the anchor is in `otherwise`).
    pub then: Vec<Element>,
    /// What is there else.
    pub otherwise: Vec<Element>,
    /// Whether the anchor is in `otherwise`.
    pub inverted: bool,
    /// The anchor's place in its branch.
    pub anchor: usize,
}

/// Values whose types are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// `$name`
    Field(&'static str),
    /// `operands`
    Operands,
    /// `results`
    Results,
}

/// Reads the format of an operation.
pub(super) fn op_format(spec: &'static str) -> Result<Vec<Element>, String> {
    elements(Rule::op_format, spec)
}

/// Reads the format of a type's or an attribute's parameters.
pub(super) fn param_format(spec: &'static str) -> Result<Vec<Element>, String> {
    elements(Rule::param_format, spec)
}

fn elements(rule: Rule, spec: &'static str) -> Result<Vec<Element>, String> {
    let mut pairs = FormatGrammar::parse(rule, spec).map_err(|error| error.to_string())?;
    let format = pairs.next().expect("a format is one pair");
    format.into_inner().filter(|pair| pair.as_rule() != Rule::EOI).map(element).collect()
}

fn element(pair: Pair<'static, Rule>) -> Result<Element, String> {
    let rule = pair.as_rule();
    let text = pair.as_str();
    let mut inner = pair.into_inner();
    let element = match rule {
        Rule::literal => return literal(inner.next().map_or("", |text| text.as_str())),
        Rule::variable => Element::Variable(&text[1..]),
        Rule::attr_dict => Element::AttrDict { keyword: false },
        Rule::attr_dict_with_keyword => Element::AttrDict { keyword: true },
        Rule::prop_dict => Element::PropDict,
        Rule::all_operands => Element::Operands,
        Rule::all_regions => Element::Regions,
        Rule::all_successors => Element::Successors,
        Rule::type_of => Element::Type(values(inner.next())),
        Rule::functional_type => Element::FunctionalType(values(inner.next()), values(inner.next())),
        Rule::qualified => Element::Qualified(Box::new(only(inner)?)),
        Rule::reference => Element::Ref(Box::new(only(inner)?)),
        Rule::string => Element::Text(&text[1..text.len() - 1]),
        Rule::custom => {
            let name = inner.next().map_or("", |name| name.as_str());
            Element::Custom { name, args: inner.map(element).collect::<Result<_, _>>()? }
        }
        Rule::oilist => Element::OiList(inner.map(clause).collect::<Result<_, _>>()?),
        Rule::op_group | Rule::param_group => Element::Group(group(text, inner)?),
        Rule::params => Element::Params,
        Rule::struct_of => {
            let names = inner.filter(|pair| pair.as_rule() == Rule::variable);
            Element::Struct(names.map(|pair| &pair.as_str()[1..]).collect())
        }
        _ => unreachable!("the grammar has no other element"),
    };
    Ok(element)
}

fn only(mut inner: impl Iterator<Item = Pair<'static, Rule>>) -> Result<Element, String> {
    element(inner.next().expect("the grammar asks for an element"))
}

fn values(pair: Option<Pair<'static, Rule>>) -> Values {
    let pair = pair.expect("the grammar asks for values");
    match pair.as_rule() {
        Rule::all_operands => Values::Operands,
        Rule::all_results => Values::Results,
        _ => Values::Field(&pair.as_str()[1..]),
    }
}

fn literal(text: &'static str) -> Result<Element, String> {
    match text {
        "" => return Ok(Element::NoSpace),
        " " => return Ok(Element::Space),
        "\\n" => return Ok(Element::Newline),
        _ => {}
    }
    let keyword = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
    let punctuation =
        ["->", ":", ",", "=", "<", ">", "{", "}", "(", ")", "[", "]", "?", "+", "*", "...", "::", "|", "-", "/"];
    if keyword || punctuation.contains(&text) {
        return Ok(Element::Literal(text));
    }
    Err(format!("`{text}` is neither a keyword nor punctuation"))
}

fn clause(pair: Pair<'static, Rule>) -> Result<(&'static str, Vec<Element>), String> {
    let mut inner = pair.into_inner();
    let Element::Literal(text) = element(inner.next().expect("a clause starts with a literal"))? else {
        return Err("a clause of `oilist` starts with a keyword or punctuation".into());
    };
    Ok((text, inner.map(element).collect::<Result<_, _>>()?))
}

fn group(text: &str, branches: impl Iterator<Item = Pair<'static, Rule>>) -> Result<Group, String> {
    let mut anchors = Vec::new();
    let mut parts = [Vec::new(), Vec::new()];
    for (part, branch) in branches.enumerate() {
        for pair in branch.into_inner() {
            if pair.as_rule() == Rule::anchor {
                anchors.push((part == 1, parts[part].len() - 1));
            } else {
                parts[part].push(element(pair)?);
            }
        }
    }
    let [then, otherwise] = parts;
    match anchors[..] {
        [(inverted, anchor)] => Ok(Group { then, otherwise, inverted, anchor }),
        [] => Err(format!("the optional group {text} has no anchor `^`")),
        _ => Err(format!("the optional group {text} has more than one anchor `^`")),
    }
}
