'use strict';
// Executes a program of the target wasm32-wasip1: its arguments, standard streams and files are in memory. What it asks
// for is that of https://github.com/WebAssembly/WASI (snapshot preview 1), as far as the standard library of Rust uses it.
//
// The function has no free names: its text is also the program of a worker.

/**
 * @param {WebAssembly.Module} module
 * @param {string[]} args the arguments, the name of the program first
 * @param {Object<string, string>} texts the files there are, by name
 * @returns {{code: number, stdout: string, stderr: string, files: Object<string, string>}}
 */
function execute(module, args, texts) {
  const OK = 0, BAD_FD = 8, NO_ENTRY = 44, NOT_SUPPORTED = 52;
  const ROOT = 3, STREAM = 2, FOLDER = 3, FILE = 4;
  const [CREATE, EXCLUSIVE, TRUNCATE] = [1, 4, 8];
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  let memory;
  const view = () => new DataView(memory.buffer);
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const u32 = (at, value) => view().setUint32(at, value, true);
  const u64 = (at, value) => view().setBigUint64(at, BigInt(value), true);

  // A file is a growing array of bytes, of which `size` are used.
  const file = (content) => ({ content, size: content.length });
  const write = (file, at, part) => {
    if (at + part.length > file.content.length) {
      const larger = new Uint8Array(2 * (at + part.length));
      larger.set(file.content.subarray(0, file.size));
      file.content = larger;
    }
    file.content.set(part, at);
    file.size = Math.max(file.size, at + part.length);
  };
  const text = (file) => decoder.decode(file.content.subarray(0, file.size));
  const files = new Map(Object.entries(texts).map(([name, text]) => [name, file(encoder.encode(text))]));
  const streams = [0, 1, 2].map(() => file(new Uint8Array(0)));
  const open = new Map(streams.map((file, fd) => [fd, { file, at: 0, isStream: true }]));
  const name = (at, length) => decoder.decode(bytes(at, length)).replace(/^(\.?\/)+/, '');

  const strings = (list) => {
    const all = list.map((item) => encoder.encode(`${item}\0`));
    return {
      sizes(count, size) {
        u32(count, all.length);
        u32(size, all.reduce((sum, item) => sum + item.length, 0));
        return OK;
      },
      get(pointers, at) {
        all.forEach((item, number) => {
          u32(pointers + 4 * number, at);
          bytes(at, item.length).set(item);
          at += item.length;
        });
        return OK;
      },
    };
  };
  const status = (at, kind, size) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    u64(at + 32, size);
    return OK;
  };
  // Calls `part` for each buffer of a list, until it moves fewer bytes than there is room for.
  const transfer = (fd, buffers, count, moved, part) => {
    const entry = open.get(fd);
    if (!entry) return BAD_FD;
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = view().getUint32(buffers + 8 * i, true), length = view().getUint32(buffers + 8 * i + 4, true);
      const n = part(entry, bytes(at, length));
      entry.at += n;
      sum += n;
      if (n < length) break;
    }
    u32(moved, sum);
    return OK;
  };
  const [given, environment] = [strings(args), strings([])];
  class Exit {
    constructor(code) { this.code = code; }
  }

  const calls = {
    args_sizes_get: given.sizes,
    args_get: given.get,
    environ_sizes_get: environment.sizes,
    environ_get: environment.get,
    clock_time_get: (clock, _, at) => (u64(at, Math.round((clock ? performance.now() : Date.now()) * 1e6)), OK),
    random_get: (at, length) => (bytes(at, length).fill(7), OK),
    sched_yield: () => OK,
    proc_exit: (code) => { throw new Exit(code); },
    fd_prestat_get: (fd, at) => (fd === ROOT ? (u32(at, 0), u32(at + 4, 1), OK) : BAD_FD),
    fd_prestat_dir_name: (_, at) => (bytes(at, 1).set(encoder.encode('/')), OK),
    fd_fdstat_get(fd, at) {
      if (fd !== ROOT && !open.has(fd)) return BAD_FD;
      bytes(at, 8).fill(0);
      view().setUint8(at, fd === ROOT ? FOLDER : open.get(fd).isStream ? STREAM : FILE);
      u64(at + 8, 0xffffffffffffffffn);
      u64(at + 16, 0xffffffffffffffffn);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get(fd, at) {
      if (fd === ROOT) return status(at, FOLDER, 0);
      const entry = open.get(fd);
      return entry ? status(at, entry.isStream ? STREAM : FILE, entry.file.size) : BAD_FD;
    },
    path_filestat_get(_, flags, path, length, at) {
      const found = files.get(name(path, length));
      return found ? status(at, FILE, found.size) : NO_ENTRY;
    },
    path_open(_, lookup, path, length, flags, rights, inherited, modes, opened) {
      const key = name(path, length);
      if (!files.has(key) && !(flags & CREATE)) return NO_ENTRY;
      if (files.has(key) && flags & EXCLUSIVE) return 20;
      if (!files.has(key) || flags & TRUNCATE) files.set(key, file(new Uint8Array(0)));
      const fd = Math.max(ROOT, ...open.keys()) + 1;
      open.set(fd, { file: files.get(key), at: 0, isStream: false });
      u32(opened, fd);
      return OK;
    },
    path_unlink_file: (_, path, length) => (files.delete(name(path, length)) ? OK : NO_ENTRY),
    fd_close: (fd) => (open.delete(fd) ? OK : BAD_FD),
    fd_seek(fd, offset, whence, result) {
      const entry = open.get(fd);
      if (!entry) return BAD_FD;
      entry.at = Number(offset) + [0, entry.at, entry.file.size][whence];
      u64(result, entry.at);
      return OK;
    },
    fd_read: (fd, buffers, count, moved) => transfer(fd, buffers, count, moved, (entry, room) => {
      const part = entry.file.content.subarray(entry.at, Math.min(entry.at + room.length, entry.file.size));
      room.set(part);
      return part.length;
    }),
    fd_write: (fd, buffers, count, moved) => transfer(fd, buffers, count, moved, (entry, part) => {
      write(entry.file, entry.at, part);
      return part.length;
    }),
  };
  const imports = {};
  for (const { module: group, name } of WebAssembly.Module.imports(module)) {
    (imports[group] ||= {})[name] = calls[name] ?? (() => NOT_SUPPORTED);
  }
  const instance = new WebAssembly.Instance(module, imports);
  memory = instance.exports.memory;
  let code = 0;
  try {
    instance.exports._start();
  } catch (thrown) {
    code = thrown instanceof Exit ? thrown.code : 101;
    if (!(thrown instanceof Exit)) {
      const why = thrown instanceof RangeError ? 'the text is nested too deeply for this browser' : `${thrown}`;
      write(streams[2], streams[2].size, encoder.encode(`error: the program ended: ${why}\n`));
    }
  }
  const written = Object.fromEntries([...files].map(([name, file]) => [name, text(file)]));
  return { code, stdout: text(streams[1]), stderr: text(streams[2]), files: written };
}
