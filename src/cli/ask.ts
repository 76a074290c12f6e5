import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { controlled } from './filtered-output.ts'
import type { Io } from './remote/io.ts'

/**
 * Asks for a line on the terminal.
 * @param isSecret whether to hide what is typed
 * @throws {DOMException} an AbortError after Ctrl-C or at the end of the input
 */
export async function ask(
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
  prompt: string,
  isSecret = false,
): Promise<string> {
  const terminal = controlled(stderr)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: isSecret ? hidden : terminal, terminal: true })
  // Readline closes at the end of the input and after Ctrl-C, which sends no signal in raw mode.
  const interruption = new AbortController()
  lines.once('close', () => interruption.abort())
  if (isSecret) stderr.write(prompt)
  try {
    return (await lines.question(prompt, { signal: interruption.signal })).trim()
  } finally {
    lines.close()
    if (isSecret) stderr.write('\n')
  }
}
