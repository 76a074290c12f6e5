/** The measured processes: the service as `npm start` runs it, and the bare server. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }
import { TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'
import type { Place } from './seed.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const LOOP_PROBE = new URL('loop-probe.ts', import.meta.url).href
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const PLAIN_SERVER = fileURLToPath(new URL('plain-server.ts', import.meta.url))

export const KEY_HEADERS = { 'x-service-key': 'bench-key' } as const

/** A server in a child process. */
export class ServerProcess {
  readonly url: string
  readonly #child: ChildProcess

  constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  get pid(): number {
    return this.#child.pid ?? Number.NaN
  }

  /** Resets the memory peak if the system supports it; otherwise, the peak is since the start. */
  resetPeak(): void {
    try {
      writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5')
    } catch {
      // Not on Linux.
    }
  }

  /** Resident memory now and at its peak, in megabytes; NaN without /proc. */
  memory(): { now: number; peak: number } {
    let status = ''
    try {
      status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8')
    } catch {
      // Not on Linux.
    }
    const megabytes = (name: string) =>
      (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  }

  /** The longest block of the service's event loop since the previous call, in milliseconds. */
  async longestBlock(): Promise<number> {
    return this.#ask('longest block')
  }

  /** The processor time of the service's event loop since its start, in milliseconds, excluding other threads. */
  async processorTime(): Promise<number> {
    return this.#ask('processor time')
  }

  async #ask(what: 'longest block' | 'processor time'): Promise<number> {
    const answer = once(this.#child, 'message') as Promise<[number]>
    this.#child.send(what)
    return (await answer)[0]
  }

  /** Stops the process unless it has exited. @throws if it exits with an error */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit') as Promise<[code: number | null]>
    this.#child.kill('SIGTERM')
    const [code] = await ended // null if the signal ended it
    if (code !== null && code !== 0) throw new Error(`the server exited with ${code} when it was stopped`)
  }
}

/** Starts the service as `npm start` does, with default settings on a free port, and its log in a file. */
export async function startService({ dataDir, databaseUrl }: Place): Promise<ServerProcess> {
  const { PATH = '' } = process.env
  const logFile = join(dataDir, 'service.log')
  const log = openSync(logFile, 'w')
  const child = fork(MAIN, ['serve'], {
    execArgv: [...startFlags(), '--import', LOOP_PROBE, ...serviceFlags()],
    env: {
      PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      SERVICE_KEY: KEY_HEADERS['x-service-key'],
      SECRET_KEY: TEST_SECRET_KEY,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  })
  closeSync(log)
  while (child.exitCode === null) {
    await delay(50)
    const line = /^.*"msg":"listening".*$/m.exec(readFileSync(logFile, 'utf8'))?.[0]
    if (line !== undefined) return new ServerProcess(child, (JSON.parse(line) as { url: string }).url)
  }
  throw new Error(`the service did not start: see ${logFile}`)
}

/** The flags that `npm start` passes to node. */
function startFlags(): string[] {
  return packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))
}

/** Further flags for the service's node, such as `--cpu-prof`. */
function serviceFlags(): string[] {
  return (process.env['SERVICE_NODE_FLAGS'] ?? '').split(' ').filter((flag) => flag !== '')
}

export const startBareServer = async (): Promise<ServerProcess> => startProgram(BARE_SERVER, {})

/** Starts the plain server on the PostgreSQL database of the service. */
export const startPlainServer = async (databaseUrl: string): Promise<ServerProcess> =>
  startProgram(PLAIN_SERVER, { DATABASE_URL: databaseUrl })

/** Starts a server that sends its URL once it is ready. */
async function startProgram(file: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const child = fork(file, { execArgv: [], env: { ...process.env, ...env } })
  const [url] = (await once(child, 'message')) as [string]
  return new ServerProcess(child, url)
}
