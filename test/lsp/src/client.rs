//! An editor's end of a connection with a language server.

use std::io::BufReader;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use lsp_server::{Connection, Message, Notification, Request};
use rmlir_opt::Registry;
use serde_json::{Value, json};

/// The address of the only document.
pub const URI: &str = "file:///input.mlir";

/// A server to talk to.
enum Server {
    /// Ours, in a thread of this process.
    Thread(Connection),
    /// A program.
    Program { child: Child, input: ChildStdin, output: BufReader<ChildStdout> },
}

/// An editor that has one document.
pub struct Client {
    server: Server,
    next_id: i32,
    version: i32,
}

/// A diagnostic: its line, counted from 0, and its message.
pub type Problem = (u64, String);

impl Client {
    /// A client of our server.
    pub fn ours() -> Result<Self, String> {
        let (server, client) = Connection::memory();
        // The thread ends with the connection.
        std::thread::spawn(move || rmlir_lsp::server::serve(&Registry::everything(), &server));
        Self::connect(Server::Thread(client))
    }

    /// A client of a program.
    pub fn of_program(program: &str) -> Result<Self, String> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("{program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no pipes"));
        };
        Self::connect(Server::Program { child, input, output: BufReader::new(output) })
    }

    fn connect(server: Server) -> Result<Self, String> {
        let mut client = Self { server, next_id: 0, version: 0 };
        client.request("initialize", json!({ "processId": null, "rootUri": null, "capabilities": {} }))?;
        client.notify("initialized", json!({}))?;
        Ok(client)
    }

    fn send(&mut self, message: Message) -> Result<(), String> {
        match &mut self.server {
            Server::Thread(connection) => connection.sender.send(message).map_err(|error| error.to_string()),
            Server::Program { input, .. } => message.write(input).map_err(|error| error.to_string()),
        }
    }

    fn receive(&mut self) -> Result<Message, String> {
        match &mut self.server {
            Server::Thread(connection) => connection.receiver.recv().map_err(|error| error.to_string()),
            Server::Program { output, .. } => match Message::read(output) {
                Ok(Some(message)) => Ok(message),
                Ok(None) => Err("the server has ended".to_owned()),
                Err(error) => Err(error.to_string()),
            },
        }
    }

    fn notify(&mut self, method: &str, params: Value) -> Result<(), String> {
        self.send(Notification::new(method.to_owned(), params).into())
    }

    fn request(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next_id += 1;
        self.send(Request::new(self.next_id.into(), method.to_owned(), params).into())?;
        loop {
            if let Message::Response(response) = self.receive()? {
                return response.response_result.map_err(|error| format!("{method}: {}", error.message));
            }
        }
    }

    /// Opens the document with this text, or replaces its text; returns the errors.
    pub fn set_text(&mut self, text: &str) -> Result<Vec<Problem>, String> {
        self.version += 1;
        let version = self.version;
        if version == 1 {
            let document = json!({ "uri": URI, "languageId": "mlir", "version": version, "text": text });
            self.notify("textDocument/didOpen", json!({ "textDocument": document }))?;
            return self.errors();
        }
        self.change(json!({ "text": text }))
    }

    /// Inserts a text at a position; returns the errors.
    pub fn insert(&mut self, position: &Value, text: &str) -> Result<Vec<Problem>, String> {
        self.version += 1;
        self.change(json!({ "range": { "start": position, "end": position }, "text": text }))
    }

    fn change(&mut self, change: Value) -> Result<Vec<Problem>, String> {
        let document = json!({ "uri": URI, "version": self.version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }))?;
        self.errors()
    }

    /// The errors of the next diagnostics.
    fn errors(&mut self) -> Result<Vec<Problem>, String> {
        loop {
            let Message::Notification(note) = self.receive()? else { continue };
            let Some(found) = note.params["diagnostics"].as_array() else { continue };
            let errors = found.iter().filter(|one| one["severity"].as_u64().is_none_or(|severity| severity == 1));
            let message = |one: &Value| one["message"].as_str().unwrap_or_default().to_owned();
            return Ok(errors.map(|one| (one["range"]["start"]["line"].as_u64().unwrap_or(0), message(one))).collect());
        }
    }

    /// The answer to a request at a position.
    pub fn ask(&mut self, what: &str, position: &Value) -> Result<Value, String> {
        // For references, and for completion.
        let context = json!({ "includeDeclaration": true, "triggerKind": 1 });
        let params = json!({ "textDocument": { "uri": URI }, "position": position, "context": context });
        self.request(&format!("textDocument/{what}"), params)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Server::Program { child, .. } = &mut self.server {
            // It may have ended by itself.
            _ = child.kill();
            _ = child.wait();
        }
    }
}
