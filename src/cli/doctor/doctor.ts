import { setTimeout as delay } from 'node:timers/promises'
import { type Config, misspelledVariables, readConfig } from '../../service/config.ts'
import { clock } from './clock.ts'
import { database, secretKey } from './database.ts'
import { type Check, fail, type Finding, ok, warn } from './finding.ts'
import { dataFolder, storage } from './folders.ts'
import { ffmpeg, memory, models, node } from './machine.ts'
import { apiPort, metricsPort } from './ports.ts'
import { languageModel, speechServer } from './servers.ts'

const CHECKS: readonly Check[] = [
  { name: 'node', run: node },
  { name: 'ffmpeg', run: ffmpeg },
  { name: 'models', run: models },
  { name: 'memory', run: memory },
  { name: 'data folder', run: dataFolder },
  { name: 'secret key', run: secretKey },
  { name: 'database', run: database },
  { name: 'storage', run: storage },
  { name: 'port', run: apiPort },
  { name: 'metrics port', run: metricsPort },
  { name: 'language model', run: languageModel },
  { name: 'speech server', run: speechServer },
  { name: 'clock', run: clock },
]

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length), 'configuration'.length)

/** Milliseconds for one check. */
const TIMEOUT_MS = 15_000

/** Prints a line for each check. The exit code is 1 if any fails. */
export async function doctor({ json }: { json?: true }): Promise<void> {
  const print = (name: string, { status, finding, remedy }: Finding) => {
    const text = `${status.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}  ${finding}${remedy === null ? '' : ` — ${remedy}`}`
    process.stdout.write(`${json ? JSON.stringify({ name, status, finding, remedy }) : text}\n`)
    if (status === 'fail') process.exitCode = 1
  }
  let config: Config
  try {
    config = readConfig(process.env)
  } catch (error) {
    for (const line of (error as Error).message.split('\n'))
      print('configuration', fail(line, 'correct this environment variable, then run this command again'))
    return
  }
  const misspelled = misspelledVariables(Object.keys(process.env))
  for (const [name, known] of misspelled)
    print('configuration', warn(`${name} is unknown, and ignored`, `if ${known} is meant, rename it`))
  if (misspelled.length === 0) print('configuration', ok('every variable is valid'))
  for (const { name, run } of CHECKS) print(name, await findingOf(run, config))
}

/** A check that throws or times out has failed. */
async function findingOf(run: Check['run'], config: Config): Promise<Finding> {
  const ended = new AbortController()
  const late = async () => {
    await delay(TIMEOUT_MS, undefined, { signal: ended.signal })
    return fail(`no answer within ${TIMEOUT_MS / 1000} s`, 'check that it can be reached from this machine')
  }
  try {
    return await Promise.race([run(config), late()])
  } catch (error) {
    return fail((error as Error).message, null)
  } finally {
    ended.abort()
  }
}
