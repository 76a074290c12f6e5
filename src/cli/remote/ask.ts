import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { Io } from './io.ts'

/**
 * Asks for a line on the terminal.
 * @param isSecret whether what is typed is not shown
 * @throws {DOMException} an AbortError after Ctrl-C
 */
export async function ask({ stdin, stderr }: Io, prompt: string, isSecret = false): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: isSecret ? hidden : stderr, terminal: true })
  // The terminal sends characters one by one meanwhile, and Ctrl-C as one of them.
  const interruption = new AbortController()
  lines.on('SIGINT', () => interruption.abort())
  if (isSecret) stderr.write(prompt)
  try {
    return (await lines.question(prompt, { signal: interruption.signal })).trim()
  } finally {
    lines.close()
    if (isSecret) stderr.write('\n')
  }
}
