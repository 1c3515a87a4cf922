//! IR in dumps, notes and reproducers.

use rmlir_ir::core::{Body, OpRef};
use rmlir_ir::pass::Texts;
use rmlir_ir::pass::output::Request;

use super::flags::Options;
use super::text::{ExternalResources, ExternalValue, PrintOptions, print, print_in_pieces};

/// The maximum number of elements of elements attributes in notes, as in upstream; larger ones are elided.
const MAX_ELEMENTS_IN_NOTES: i64 = 16;

/// The resource group of reproducers.
pub const REPRODUCER: &str = "mlir_reproducer";

/// Prints IR with the options of the command line.
pub struct Shown {
    options: PrintOptions,
    shows_operations: bool,
}

impl Shown {
    /// A printer with the settings in `options`; notes contain operations only if `shows_operations`.
    pub fn new(options: &Options, shows_operations: bool) -> Self {
        Self { options: print_options(options), shows_operations }
    }

    /// Writes the whole output, a piece at a time.
    pub fn output(
        &self,
        body: &Body,
        external: Vec<ExternalResources>,
        is_verified: bool,
        write: &mut (dyn FnMut(&str) + Send),
    ) {
        let mut options = self.options.clone();
        options.external_resources = external;
        options.assume_verified |= is_verified;
        print_in_pieces(OpRef::root(body), &options, write);
        write("\n");
    }
}

impl Texts for Shown {
    fn ir(&self, op: OpRef, nested: bool) -> String {
        let mut options = self.options.clone();
        options.local_scope |= nested;
        print(op, &options)
    }

    fn operation(&self, op: OpRef) -> Option<String> {
        let options = || in_message(self.options.clone());
        self.shows_operations.then(|| print(op, &options()))
    }

    fn reproducer(&self, body: &Body, request: &Request) -> String {
        let entries = vec![
            ("pipeline".to_owned(), ExternalValue::String(request.pipeline.as_bytes().into())),
            ("disable_threading".to_owned(), ExternalValue::Bool(request.disable_threading)),
            ("verify_each".to_owned(), ExternalValue::Bool(request.verify_each)),
        ];
        let resources = vec![ExternalResources { name: REPRODUCER.to_owned(), entries }];
        let options = PrintOptions { external_resources: resources, ..self.options.clone() };
        print(OpRef::root(body), &options)
    }
}

/// The printing options of operations in messages.
pub fn message_options(options: &Options) -> PrintOptions {
    in_message(print_options(options))
}

/// The printing options of operations with their locations, without aliases.
pub fn located_options(options: &Options) -> PrintOptions {
    let limit = options.given::<u32>("mlir-elide-elementsattrs-if-larger").map_or(MAX_ELEMENTS_IN_NOTES, i64::from);
    PrintOptions {
        debug_info: true,
        local_scope: true,
        elide_elements_larger_than: Some(limit),
        ..print_options(options)
    }
}

fn in_message(options: PrintOptions) -> PrintOptions {
    let limit = options.elide_elements_larger_than.unwrap_or(MAX_ELEMENTS_IN_NOTES);
    PrintOptions { generic: true, local_scope: true, elide_elements_larger_than: Some(limit), ..options }
}

fn print_options(options: &Options) -> PrintOptions {
    PrintOptions {
        generic: options.is_on("mlir-print-op-generic"),
        assume_verified: options.is_on("mlir-print-assume-verified"),
        local_scope: options.is_on("mlir-print-local-scope"),
        debug_info: options.is_on("mlir-print-debuginfo"),
        pretty_debug_info: options.is_on("mlir-pretty-debuginfo"),
        use_nameloc_as_prefix: options.is_on("mlir-use-nameloc-as-prefix"),
        unique_ssa_ids: options.is_on("mlir-print-unique-ssa-ids"),
        value_users: options.is_on("mlir-print-value-users"),
        skip_regions: options.is_on("mlir-print-skip-regions"),
        elide_elements_larger_than: options.given::<u32>("mlir-elide-elementsattrs-if-larger").map(i64::from),
        elements_hex_larger_than: options.get("mlir-print-elementsattrs-with-hex-if-larger"),
        elide_resources_larger_than: options
            .given::<u32>("mlir-elide-resource-strings-if-larger")
            .map(|limit| limit as usize),
        verify: Some(is_right),
        ..PrintOptions::default()
    }
}

fn is_right(op: OpRef) -> bool {
    rmlir_ir::core::verify::verify_tree(op, &mut |_, _| {}).is_ok()
}
