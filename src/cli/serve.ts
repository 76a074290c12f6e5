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
 * Runs the service until SIGTERM, SIGINT, or the loss of its database or its work to another process. A second signal ends it
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
  // Loading it takes 0.5 s: first the settings are checked.
  const { startService } = await import('../service/service.ts')
  // Before the start, so that a signal during the start is handled once it is complete.
  const stop = stopSignal()
  const service = await startService(config, log)
  // Written now, since a killed node would never write it.
  flushCompileCache()
  if (service.newKey !== null)
    announceKey(process.stderr, service.newKey, join(config.storage.dataDir, KEY_NAMES.file))
  const isServing = service.url !== null && config.nodes.roles.includes('serve')
  if (process.stderr.isTTY && isServing)
    process.stderr.write(welcome(config, service.url, await service.inviteFirstAdmin()))
  const reason = await Promise.race([stop, service.takenOver])
  const isTakenOver = reason instanceof Error
  if (isTakenOver)
    log.fatal(
      { err: reason },
      'shutting down: another process has taken over the work of this one, or the database',
    )
  else log.info({ signal: reason }, 'shutting down')
  await service.close()
  log.info('stopped')
  process.exit(isTakenOver ? 1 : 0)
}

/**
 * What a person who starts the service in a terminal needs next.
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
 * Resolves with the first signal to stop; a later one ends the process. The listeners stay: without one, a repeated signal would
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
 * Announces the service key at the first start: the key itself on a terminal, or else only its file, since other output may be stored in
 * a journal and read by others.
 * @param file that holds the key
 */
export function announceKey(output: Output, key: string, file: string): void {
  output.write(
    output.isTTY === true
      ? `Service key: ${key}\nIt is stored in ${file}.\n`
      : `A service key was generated. It is stored in ${file}.\n`,
  )
}
