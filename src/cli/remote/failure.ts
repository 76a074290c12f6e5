import { ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { CommandError, EXIT, UsageError } from '../errors.ts'
import { systemFailure } from '../system-sentence.ts'
import { printable } from '../terminal.ts'
import type { Io } from './io.ts'

/** What to do about an error, by its code. */
const REMEDIES: Partial<Record<ScriptoriumError['code'], string>> = {
  unauthorized: 'log in with "scriptorium login", or set SCRIPTORIUM_KEY to another key',
  unreachable: 'start the service, or give another one with --url',
}

/**
 * What went wrong and what to do about it, in one line.
 * @throws any error that does not come from the server, the system or the caller
 */
export function describeFailure(error: unknown): string {
  if (error instanceof CommandError || error instanceof UsageError) return printable(error.message)
  if (error instanceof ScriptoriumError) {
    const { message, code, status, requestId } = error
    const request = (status ?? 0) >= 500 && requestId !== null ? ` (request ${requestId})` : ''
    const remedy = REMEDIES[code]
    return printable(`${message.replace(/\.$/, '')}${request}${remedy === undefined ? '' : `; ${remedy}`}`)
  }
  const failure = systemFailure(error)
  if (failure !== null) return printable(failure)
  throw error
}

/**
 * Reports the failure of a command, unless it was interrupted.
 * @throws any error that does not come from the server, the system or the caller
 */
export function reportFailure({ stderr, interrupted, exitWith }: Io, error: unknown): void {
  const { name, code } = error as NodeJS.ErrnoException
  if (error === interrupted.reason || name === 'AbortError' || code === 'EPIPE') {
    // Ctrl-C at a prompt sends no signal. Otherwise, the signal has set the exit code.
    if (!interrupted.aborted) exitWith(EXIT.interrupted)
    return
  }
  stderr.write(`${describeFailure(error)}\n`)
  exitWith(error instanceof UsageError ? EXIT.usage : EXIT.failed)
}

/** Acts on several things in turn. A failure is reported with the name of the thing, and does not stop the others. */
export async function forEach<Thing>(
  io: Io,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  action: (thing: Thing) => Promise<void>,
): Promise<void> {
  for (const thing of things) {
    try {
      await action(thing)
    } catch (error) {
      io.interrupted.throwIfAborted()
      io.stderr.write(`${nameOf(thing)}: ${describeFailure(error)}\n`)
      io.exitWith(EXIT.failed)
    }
  }
}
