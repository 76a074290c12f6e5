import type { Readable } from 'node:stream'
import { untilInterrupted } from '../interruption.ts'
import type { Output } from '../terminal.ts'

/** What a command reads and writes: of the process, or of a test. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by the first Ctrl-C, which sets the exit code. */
  readonly interrupted: AbortSignal
  /** Sets the exit code; 0 by default. */
  readonly exitWith: (code: number) => void
}

export function processIo(): Io {
  const { stdin, stdout, stderr, env } = process
  const exitWith = (code: number) => void (process.exitCode = code)
  return { stdin, stdout, stderr, env, interrupted: untilInterrupted(), exitWith }
}
