import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'

/**
 * Log lines are written in batches, at most 0.2 s late, and flushed when the process exits: one write per line took 30 of
 * the 200 µs of CPU time of a request for a cached page.
 */
const LOG_BUFFER = { sync: false, minLength: 4096, periodicFlush: 200 }

/**
 * Signals within so many milliseconds of the first repeat it: Ctrl-C reaches every process of a terminal, and npm forwards
 * its own to this one.
 */
const SAME_SIGNAL_MS = 1_000

/** Runs the service until SIGTERM or SIGINT; a later second signal ends it immediately. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(
    { level: config.service.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(LOG_BUFFER),
  )
  // Before the start: a signal during it is handled as soon as it is complete.
  const first = nextSignal()
  const service = await startService(config, log)
  if (service.newKey !== null) {
    process.stderr.write(
      `Service key: ${service.newKey}\nIt is stored in ${config.storage.dataDir}/service-key.\n`,
    )
  }
  const signal = await first
  log.info({ signal }, 'shutting down')
  void laterSignal().then(() => process.exit(1))
  await service.close()
  log.info('stopped')
  process.exit(0)
}

async function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
}

async function laterSignal(): Promise<void> {
  const ignore = () => {}
  process.on('SIGTERM', ignore).on('SIGINT', ignore)
  await delay(SAME_SIGNAL_MS, undefined, { ref: false })
  await nextSignal()
}
