import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Aborted by the first signal that ends the process, and when standard output is closed, as by `head`. The exit code is then that
 * of the signal: 130 after Ctrl-C. A second signal ends the process at once.
 */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController()
  const abort = (signal: NodeJS.Signals) => {
    process.exitCode = 128 + constants.signals[signal]
    controller.abort(new Error(`interrupted by ${signal}`))
  }
  for (const signal of SIGNALS) process.once(signal, abort)
  process.stdout.on('error', () => abort('SIGPIPE'))
  return controller.signal
}
