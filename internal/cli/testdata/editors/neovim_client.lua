-- Drives jvmlint lsp with Neovim: opens a file, asks about an option, applies a
-- fix to the buffer, and writes what came of it as JSON.
--
-- Run with nvim --headless --clean -c "luafile ..."; its arguments are the variables
-- JVMLINT, FILE, LINE, CHARACTER, TITLE and RESULT.

local env = vim.env
local line, character = tonumber(env.LINE), tonumber(env.CHARACTER)
vim.cmd('edit ' .. vim.fn.fnameescape(env.FILE))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({
  name = 'jvmlint',
  cmd = { env.JVMLINT, 'lsp' },
  root_dir = vim.fn.fnamemodify(env.FILE, ':h'),
  init_options = { jdk = 11, cpus = 8 },
  settings = { jvmlint = {} },
})
vim.lsp.buf_attach_client(buffer, client)

local function codes()
  local all = {}
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(all, d.code or (d.user_data and d.user_data.lsp and d.user_data.lsp.code))
  end
  return all
end
local function has(code) return vim.tbl_contains(codes(), code) end
local function ask(method, params)
  local answers = assert(vim.lsp.buf_request_sync(buffer, method, params, 20000))
  local answer = assert(answers[client])
  return assert(answer.result, vim.inspect(answer.error))
end

assert(vim.wait(20000, function() return has('g1-region-count') end, 20), 'no diagnostics came')
local before = codes()
local document = { uri = vim.uri_from_bufnr(buffer) }
local at = { line = line, character = character }
local hover = ask('textDocument/hover', { textDocument = document, position = at }).contents.value
local actions = ask('textDocument/codeAction', {
  textDocument = document,
  range = { start = at, ['end'] = at },
  context = { diagnostics = {} },
})
local chosen
for _, a in ipairs(actions) do
  if vim.startswith(a.title, env.TITLE) then chosen = a end
end
vim.lsp.util.apply_workspace_edit(assert(chosen).edit, vim.lsp.get_client_by_id(client).offset_encoding or 'utf-16')
assert(vim.wait(20000, function() return not has('g1-region-count') end, 20), 'the diagnostic has stayed')
local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n') .. '\n'
local after = codes()
if #after == 0 then after = vim.empty_dict() end
local out = assert(io.open(env.RESULT, 'w'))
out:write(vim.fn.json_encode({ before = before, hover = hover, text = text, after = after }))
out:close()
vim.lsp.stop_client(client)
vim.wait(2000, function() return vim.lsp.get_client_by_id(client) == nil end, 20)
vim.cmd('qall!')
