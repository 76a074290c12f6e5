import { ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { CommandError, EXIT, UsageError } from '../errors.ts'
import { systemFailure } from '../system-sentence.ts'
import { printable } from '../terminal.ts'
import type { Io } from './io.ts'

/** What helps, by the code of the error. */
const REMEDIES: Partial<Record<ScriptoriumError['code'], string>> = {
  unauthorized: 'log in with "scriptorium login", or set SCRIPTORIUM_KEY to another key',
  unreachable: 'start the service, or name another one by --url',
}

/**
 * What went wrong, in one line with what can be done about it.
 * @throws any error that is not of the server, the system or the caller
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
 * Reports the failure of a command, unless that is its interruption.
 * @throws any error that is not of the server, the system or the caller
 */
export function reportFailure({ stderr, interrupted, exitWith }: Io, error: unknown): void {
  const { name, code } = error as NodeJS.ErrnoException
  if (error === interrupted.reason || name === 'AbortError' || code === 'EPIPE') {
    // Ctrl-C while a question is asked. Otherwise, the signal has set the exit code.
    if (!interrupted.aborted) exitWith(EXIT.interrupted)
    return
  }
  stderr.write(`${describeFailure(error)}\n`)
  exitWith(error instanceof UsageError ? EXIT.usage : EXIT.failed)
}

/** Does the same with each of several things in turn; a failure is reported with the name of the thing, and does not stop the others. */
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
