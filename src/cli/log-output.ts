import { type DestinationStream, pino } from 'pino'

/** Bytes of lines that are written at once. */
const BATCH_BYTES = 4096
/** Milliseconds after which lines are written in any case. */
const DELAY_MS = 10

/**
 * Standard output for a log: lines are written in batches, at most 10 ms late, and when the process exits; a kill loses
 * those. Writing each line at once, synchronously or not, takes a quarter more CPU time for a request of a cached page:
 * 120 µs instead of 95.
 */
export function logOutput(): DestinationStream {
  const output = pino.destination({ sync: false, minLength: BATCH_BYTES })
  // Not `periodicFlush`, whose timer never rests: every 10 ms, it takes 3 % of a core.
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    timer = null
    output.flush()
  }
  return {
    write: (line) => {
      output.write(line)
      timer ??= setTimeout(flush, DELAY_MS).unref()
    },
  }
}
