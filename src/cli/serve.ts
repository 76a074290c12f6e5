import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { startService } from '../service.ts'

/**
 * Lines of the log are written some at a time, 0.2 s late at most, and the last ones when the process exits: a write for
 * each line took 30 of the 200 µs of processor time of a request for a kept page.
 */
const LOG_BUFFER = { sync: false, minLength: 4096, periodicFlush: 200 }

/** Runs the service until SIGTERM or SIGINT; a second signal ends it at once. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino(
    { level: config.service.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(LOG_BUFFER),
  )
  // From now on: one that comes while the service starts is heeded as soon as it has.
  const first = nextSignal()
  const service = await startService(config, log)
  if (service.newKey !== null) {
    process.stderr.write(
      `Service key: ${service.newKey}\nIt is kept in ${config.storage.dataDir}/service-key.\n`,
    )
  }
  const signal = await first
  log.info({ signal }, 'shutting down')
  void nextSignal().then(() => process.exit(1))
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
