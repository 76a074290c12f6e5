import { EXIT } from '../exit-codes.ts'
import { describeFailure } from './failure.ts'
import type { Io } from './io.ts'

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
