"""Drives jvmlint lsp with the client of pygls: opens a file, asks about an
option, applies a fix, and prints what came of it as JSON.

Usage: pygls_client.py JVMLINT FILE LINE CHARACTER TITLE
"""

import asyncio
import json
import pathlib
import sys

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.workspace import TextDocument

program, path, line, character, title = sys.argv[1:]
at = types.Position(int(line), int(character))
uri = pathlib.Path(path).absolute().as_uri()


async def main():
    client = LanguageClient("editor", "1")
    published = asyncio.Queue()

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def on_diagnostics(params):
        published.put_nowait(params)

    async def codes(version):
        while True:
            p = await asyncio.wait_for(published.get(), 20)
            if p.version == version:
                return [d.code for d in p.diagnostics]

    await client.start_io(program, "lsp")
    capabilities = types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True)
        )
    )
    await client.initialize_async(types.InitializeParams(capabilities, initialization_options={"jdk": 11, "cpus": 8}))
    client.initialized(types.InitializedParams())
    text = pathlib.Path(path).read_text()
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, text))
    )
    before = await codes(1)
    document = types.TextDocumentIdentifier(uri)
    hover = await client.text_document_hover_async(types.HoverParams(document, at))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, types.Range(at, at), types.CodeActionContext([]))
    )
    chosen = next(a for a in actions if a.title.startswith(title))
    change = chosen.edit.document_changes[0]
    assert change.text_document.uri == uri and change.text_document.version == 1
    buffer = TextDocument(uri, text, 1)
    changes = [types.TextDocumentContentChangePartial(range=e.range, text=e.new_text) for e in change.edits]
    for c in changes:
        buffer.apply_change(c)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), changes)
    )
    after = await codes(2)
    await client.shutdown_async(None)
    client.exit(None)
    print(json.dumps({"before": before, "hover": hover.contents.value, "text": buffer.source, "after": after}))


asyncio.run(asyncio.wait_for(main(), 60))
