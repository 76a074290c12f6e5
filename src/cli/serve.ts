import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { KEY_NAMES } from '../jobs/keys.ts'
import { type Config, misspelledVariables, readConfig } from '../service/config.ts'
import { linkBase } from '../service/invite.ts'
import { logFields } from '../platform/tracing.ts'
import { SAME_SIGNAL_MS } from './interruption.ts'
import { logOutput } from './log-output.ts'
import type { Output } from './terminal.ts'

/** Runs the service with the roles `work` and `callbacks`. */
export async function work(): Promise<void> {
  return run({ ...process.env, ROLES: 'work,callbacks' })
}

/** Runs the service with the configured roles. */
export async function serve(): Promise<void> {
  return run(process.env)
}

/**
 * Runs the service until SIGTERM, SIGINT or the loss of its database or its work to other processes; a later second signal ends it
 * immediately.
 */
async function run(env: NodeJS.ProcessEnv): Promise<void> {
  const config = readConfig(env)
  const log = pino(
    {
      level: config.service.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      ...(config.traces.isOn && { mixin: logFields }),
    },
    logOutput(),
  )
  for (const [name, known] of misspelledVariables(Object.keys(env)))
    log.warn(`unknown variable ${name}: did you mean ${known}?`)
  // Loaded when the settings are valid: it takes 0.5 s.
  const { startService } = await import('../service/service.ts')
  // Before the start: a signal during it is handled as soon as it is complete.
  const stop = stopSignal()
  const service = await startService(config, log)
  // Now, since a node that is killed would never write it.
  flushCompileCache()
  if (service.newKey !== null)
    announceKey(process.stderr, service.newKey, join(config.storage.dataDir, KEY_NAMES.file))
  const isServing = service.url !== null && config.nodes.roles.includes('serve')
  if (process.stderr.isTTY && isServing)
    process.stderr.write(welcome(config, service.url, await service.inviteFirstAdmin()))
  const reason = await Promise.race([stop, service.takenOver])
  const isTakenOver = reason instanceof Error
  if (isTakenOver)
    log.fatal({ err: reason }, 'shutting down: another process has the work of this one, or the database')
  else log.info({ signal: reason }, 'shutting down')
  await service.close()
  log.info('stopped')
  process.exit(isTakenOver ? 1 : 0)
}

/**
 * What somebody who starts the service in a terminal needs next; programs read the log.
 * @param link for the first admin; null if there is one
 */
function welcome({ http, storage }: Config, url: string, link: string | null): string {
  const key = storage.serviceKey === null ? join(storage.dataDir, KEY_NAMES.file) : KEY_NAMES.variable
  const console = `Console: ${linkBase(http, url)}/console`
  return link === null
    ? `${console}\n`
    : `First admin: ${link} (can be accepted once, within an hour)\n${console} (or sign in with the key in ${key})\n`
}

/**
 * The first signal to stop; one that comes later ends the process. The listeners stay: without one, a repeated signal would
 * kill the process before it has drained.
 */
async function stopSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let firstAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    firstAt ??= performance.now()
    if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1)
    resolve(signal)
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return promise
}

/**
 * Says at the first start what the service key is, or where: what is no terminal may be kept, as a journal is, and read by others.
 * @param file that holds the key
 */
export function announceKey(output: Output, key: string, file: string): void {
  output.write(
    output.isTTY === true
      ? `Service key: ${key}\nIt is stored in ${file}.\n`
      : `A service key was generated: it is in ${file}.\n`,
  )
}
