//! The messages of the protocol, one after the other: notifications change documents, requests are answered from them.

use std::collections::HashMap;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, Notification as _, PublishDiagnostics,
};
use lsp_types::request::{
    Completion, DocumentHighlightRequest, DocumentSymbolRequest, FoldingRangeRequest, GotoDefinition, HoverRequest,
    InlayHintRequest, PrepareRenameRequest, References, Rename, Request as _, SemanticTokensFullRequest,
    WorkspaceSymbolRequest,
};
use lsp_types::{
    CompletionOptions, CompletionParams, CompletionResponse, DocumentHighlight, DocumentHighlightParams,
    DocumentSymbolParams, DocumentSymbolResponse, FoldingRangeParams, GotoDefinitionParams, GotoDefinitionResponse,
    HoverParams, HoverProviderCapability, InlayHintParams, Location, OneOf, PrepareRenameResponse,
    PublishDiagnosticsParams, ReferenceParams, RenameOptions, RenameParams, SemanticTokens, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, ServerCapabilities, SymbolInformation,
    TextDocumentPositionParams, TextDocumentSyncCapability, TextDocumentSyncKind, TextEdit, Uri,
    WorkDoneProgressOptions, WorkspaceEdit, WorkspaceSymbolParams,
};
use rmlir_opt::Registry;
use serde_json::{Value, from_value, to_value};

use crate::analysis::Analysis;
use crate::documents::Documents;
use crate::highlight::KINDS;

/// What the server can do.
pub fn capabilities() -> ServerCapabilities {
    let no_progress = WorkDoneProgressOptions::default;
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(lsp_types::FoldingRangeProviderCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: no_progress(),
        })),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some([".", "%", "@", "^", "#", "!"].map(str::to_owned).to_vec()),
            ..CompletionOptions::default()
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend { token_types: KINDS.to_vec(), token_modifiers: Vec::new() },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

/// Answers messages until the editor ends the connection.
///
/// # Errors
/// The message, if the editor violates the protocol or the connection breaks.
pub fn serve(registry: &Registry, connection: &Connection) -> Result<(), String> {
    let offered = to_value(capabilities()).map_err(|error| error.to_string())?;
    connection.initialize(offered).map_err(|error| error.to_string())?;
    let mut server = Server { registry, documents: Documents::default() };
    for message in &connection.receiver {
        let answer = match message {
            Message::Request(request) => {
                if connection.handle_shutdown(&request).map_err(|error| error.to_string())? {
                    return Ok(());
                }
                Some(server.answer(request).into())
            }
            Message::Notification(notification) => server.note(notification).map(Into::into),
            Message::Response(_) => None,
        };
        if let Some(answer) = answer {
            connection.sender.send(answer).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// The state of a connection.
struct Server<'r> {
    registry: &'r Registry,
    documents: Documents,
}

/// The answer to a request, or why there is none.
type Answer = Result<Value, String>;

impl Server<'_> {
    /// Handles a notification; the answer tells the diagnostics of a document.
    fn note(&mut self, notification: Notification) -> Option<Notification> {
        let Notification { method, params } = notification;
        let uri = match method.as_str() {
            DidOpenTextDocument::METHOD => {
                let item = from_value::<lsp_types::DidOpenTextDocumentParams>(params).ok()?.text_document;
                let uri = item.uri.clone();
                self.documents.open(self.registry, item);
                uri
            }
            DidChangeTextDocument::METHOD => {
                let change = from_value::<lsp_types::DidChangeTextDocumentParams>(params).ok()?;
                let document = change.text_document;
                self.documents.change(self.registry, &document.uri, document.version, change.content_changes);
                document.uri
            }
            DidCloseTextDocument::METHOD => {
                let uri = from_value::<lsp_types::DidCloseTextDocumentParams>(params).ok()?.text_document.uri;
                self.documents.close(&uri);
                uri
            }
            _ => return None,
        };
        // A closed file has no diagnostics.
        let document = self.documents.get(&uri);
        let diagnostics = document.map_or_else(Vec::new, |document| document.analysis.diagnostics(&uri));
        let version = document.map(|document| document.version);
        let params = PublishDiagnosticsParams { uri, diagnostics, version };
        Some(Notification::new(PublishDiagnostics::METHOD.to_owned(), params))
    }

    fn answer(&self, request: Request) -> Response {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            HoverRequest::METHOD => self.hover(params),
            GotoDefinition::METHOD => self.definition(params),
            References::METHOD => self.references(params),
            DocumentHighlightRequest::METHOD => self.highlights(params),
            DocumentSymbolRequest::METHOD => self.symbols(params),
            WorkspaceSymbolRequest::METHOD => self.workspace_symbols(params),
            FoldingRangeRequest::METHOD => self.folding_ranges(params),
            SemanticTokensFullRequest::METHOD => self.semantic_tokens(params),
            InlayHintRequest::METHOD => self.inlay_hints(params),
            Completion::METHOD => self.completions(params),
            PrepareRenameRequest::METHOD => self.can_rename(params),
            Rename::METHOD => self.rename(params),
            _ => {
                let message = format!("'{method}' is not supported");
                return Response::new_err(id, ErrorCode::MethodNotFound as i32, message);
            }
        };
        match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(message) => Response::new_err(id, ErrorCode::InvalidParams as i32, message),
        }
    }

    fn analysis(&self, uri: &Uri) -> Result<&Analysis, String> {
        let document = self.documents.get(uri);
        document.map(|document| &document.analysis).ok_or_else(|| format!("'{}' is not open", uri.as_str()))
    }

    /// The analysis and the offset of a position in a document.
    fn at(&self, at: &TextDocumentPositionParams) -> Result<(&Analysis, usize), String> {
        let analysis = self.analysis(&at.text_document.uri)?;
        Ok((analysis, analysis.lines.offset(&analysis.text, at.position)))
    }

    fn hover(&self, params: Value) -> Answer {
        let params: HoverParams = read(params)?;
        let (analysis, offset) = self.at(&params.text_document_position_params)?;
        write(analysis.hover(offset))
    }

    fn definition(&self, params: Value) -> Answer {
        let at = read::<GotoDefinitionParams>(params)?.text_document_position_params;
        let (analysis, offset) = self.at(&at)?;
        let found = analysis.entity_at(offset);
        let definition = found.and_then(|found| analysis.occurrences(found.chunk, &found.entity).definition);
        let range = definition.map(|range| analysis.range(&range));
        let uri = at.text_document.uri;
        write(range.map(|range| GotoDefinitionResponse::Scalar(Location { uri, range })))
    }

    fn references(&self, params: Value) -> Answer {
        let params: ReferenceParams = read(params)?;
        let (analysis, offset) = self.at(&params.text_document_position)?;
        let uri = &params.text_document_position.text_document.uri;
        let ranges = occurrences(analysis, offset, params.context.include_declaration);
        write(ranges.map(|range| Location { uri: uri.clone(), range }).collect::<Vec<_>>())
    }

    fn highlights(&self, params: Value) -> Answer {
        let params: DocumentHighlightParams = read(params)?;
        let (analysis, offset) = self.at(&params.text_document_position_params)?;
        let ranges = occurrences(analysis, offset, true);
        write(ranges.map(|range| DocumentHighlight { range, kind: None }).collect::<Vec<_>>())
    }

    fn symbols(&self, params: Value) -> Answer {
        let params: DocumentSymbolParams = read(params)?;
        write(DocumentSymbolResponse::Nested(self.analysis(&params.text_document.uri)?.symbols()))
    }

    /// The symbols of all open documents whose names contain the query.
    fn workspace_symbols(&self, params: Value) -> Answer {
        let query = read::<WorkspaceSymbolParams>(params)?.query;
        let mut found = Vec::new();
        for (uri, document) in self.documents.iter() {
            let uri: Uri = uri.parse().map_err(|error| format!("'{uri}' is no address: {error}"))?;
            let mut symbols = document.analysis.symbols();
            while let Some(symbol) = symbols.pop() {
                if symbol.name.contains(&query) {
                    let location = Location { uri: uri.clone(), range: symbol.selection_range };
                    found.push(symbol_information(symbol.name, symbol.kind, location));
                }
                symbols.extend(symbol.children.into_iter().flatten());
            }
        }
        found.sort_by(|one: &SymbolInformation, other| one.name.cmp(&other.name));
        write(found)
    }

    fn folding_ranges(&self, params: Value) -> Answer {
        let params: FoldingRangeParams = read(params)?;
        write(self.analysis(&params.text_document.uri)?.folding_ranges())
    }

    fn semantic_tokens(&self, params: Value) -> Answer {
        let params: SemanticTokensParams = read(params)?;
        let data = self.analysis(&params.text_document.uri)?.semantic_tokens();
        write(SemanticTokens { result_id: None, data })
    }

    fn inlay_hints(&self, params: Value) -> Answer {
        let params: InlayHintParams = read(params)?;
        write(self.analysis(&params.text_document.uri)?.inlay_hints(params.range))
    }

    fn completions(&self, params: Value) -> Answer {
        let params: CompletionParams = read(params)?;
        let (analysis, offset) = self.at(&params.text_document_position)?;
        write(CompletionResponse::Array(analysis.completions(self.registry, offset)))
    }

    fn can_rename(&self, params: Value) -> Answer {
        let (analysis, offset) = self.at(&read(params)?)?;
        let found = analysis.entity_at(offset).filter(|found| analysis.renamed(found).is_some());
        write(found.map(|found| {
            let range = found.range.start + 1..found.range.end;
            PrepareRenameResponse::Range(analysis.range(&range))
        }))
    }

    fn rename(&self, params: Value) -> Answer {
        let params: RenameParams = read(params)?;
        let (analysis, offset) = self.at(&params.text_document_position)?;
        let new_name = params.new_name.trim_start_matches(['%', '@', '^', '#', '!']);
        if !is_name(new_name) {
            return Err(format!("'{}' is not a name", params.new_name));
        }
        let renamed = analysis.entity_at(offset).and_then(|found| analysis.renamed(&found));
        let ranges = renamed.ok_or("nothing here has a name of its own")?;
        let edit = |range| TextEdit { range: analysis.range(&range), new_text: new_name.to_owned() };
        let edits = ranges.into_iter().map(edit).collect();
        #[expect(clippy::mutable_key_type, reason = "the protocol's type; the address is not changed")]
        let changes = HashMap::from([(params.text_document_position.text_document.uri, edits)]);
        write(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() })
    }
}

/// The ranges where the entity at an offset is named.
fn occurrences(analysis: &Analysis, offset: usize, with_definition: bool) -> impl Iterator<Item = lsp_types::Range> {
    let found = analysis.entity_at(offset);
    let all = found.map(|found| analysis.occurrences(found.chunk, &found.entity));
    let (definition, uses) = all.map_or((None, Vec::new()), |all| (all.definition, all.uses));
    let definition = definition.filter(|_| with_definition);
    definition.into_iter().chain(uses).map(|range| analysis.range(&range))
}

/// Whether a sigil and this text are one token.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|character| character.is_ascii_alphanumeric() || "_$.-".contains(character))
}

fn symbol_information(name: String, kind: lsp_types::SymbolKind, location: Location) -> SymbolInformation {
    #[expect(deprecated, reason = "the type has no constructor without this field")]
    SymbolInformation { name, kind, tags: None, deprecated: None, location, container_name: None }
}

fn read<T: serde_core::de::DeserializeOwned>(params: Value) -> Result<T, String> {
    from_value(params).map_err(|error| error.to_string())
}

fn write(answer: impl serde_core::Serialize) -> Answer {
    to_value(answer).map_err(|error| error.to_string())
}
