import { finished } from 'node:stream/promises'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Scriptorium } from '../../../clients/typescript/src/index.ts'
import type { Scope } from '../../contract/scopes.ts'
import { mcpServer } from '../../mcp/server.ts'
import { printable } from '../terminal.ts'
import type { Io } from './io.ts'

/** Serves the Model Context Protocol on standard input and output until the input ends, with the permissions of the key. */
export async function mcp({ stdin, stdout, stderr, interrupted }: Io, client: Scriptorium): Promise<void> {
  const { scopes } = await client.request<{ scopes: Scope[] }>('GET', 'v2/scopes', { signal: interrupted })
  const report = (error: unknown) => stderr.write(`${printable(String(error))}\n`)
  const { version } = packageJson
  const connection = serveStdio(() => mcpServer({ api: client, version, scopes, onFault: report }), {
    transport: new StdioServerTransport(stdin, stdout),
    maxSubscriptions: 0,
    onerror: report,
  })
  try {
    await finished(stdin, { writable: false, signal: interrupted })
  } finally {
    await connection.close()
  }
}
