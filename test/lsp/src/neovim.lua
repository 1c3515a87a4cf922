-- Opens a file, starts the language server, and prints what an editor gets from it. The environment names both.
local function say(text) io.stdout:write(text .. '\n') end

vim.cmd('edit ' .. vim.env.FILE)
local id = vim.lsp.start_client({ name = 'rmlir', cmd = { vim.env.RMLIR, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then say('no ' .. what) vim.cmd('qa!') end
end
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
for _, found in ipairs(vim.diagnostic.get(0)) do
  say(found.lnum .. ':' .. found.col .. ': ' .. found.message)
end
local function ask(method, line, character)
  local document = vim.lsp.util.make_text_document_params()
  local params = { textDocument = document, position = { line = line, character = character } }
  local answer = vim.lsp.buf_request_sync(0, 'textDocument/' .. method, params, 60000)
  return answer[id].result
end
local start = ask('definition', 2, 20).range.start
say('definition at ' .. start.line .. ':' .. start.character)
say(vim.split(ask('hover', 2, 10).contents.value, '\n')[1])
vim.api.nvim_win_set_cursor(0, { 2, 3 })
vim.lsp.buf.rename('one')
wait('new name', function() return vim.api.nvim_buf_get_lines(0, 1, 2, false)[1]:find('one') ~= nil end)
say(table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n'))
vim.cmd('qa!')
