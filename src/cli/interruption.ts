import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * A signal within this many milliseconds of the first one counts as the same signal: Ctrl-C reaches every process of a
 * terminal, and npm forwards its own to this one.
 */
export const SAME_SIGNAL_MS = 1_000

/**
 * Aborts on the first signal that ends the process, or when standard output is closed, as by `head`. Sets the exit code of
 * the signal: 130 after Ctrl-C. A later signal ends the process immediately.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController()
  let firstAt: number | undefined
  const abort = (signal: NodeJS.Signals) => {
    process.exitCode = 128 + constants.signals[signal]
    controller.abort(new Error(`interrupted by ${signal}`))
  }
  const onSignal = (signal: NodeJS.Signals) => {
    firstAt ??= performance.now()
    if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(128 + constants.signals[signal])
    abort(signal)
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  process.stdout.on('error', (error) => controller.abort(error))
  // Writing fails once the terminal is closed. SIGHUP ends the command.
  process.stderr.on('error', () => {})
  return controller.signal
}
