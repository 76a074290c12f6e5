/**
 * A throwaway PostgreSQL server, as a program to be forked with the source of its programs (`machine` or `npm`) and, as JSON,
 * its options. It sends its parent the URL of the server, or why it cannot start. When the parent sends `kill`, it kills
 * the server and answers once that has ended; at `start`, it starts it again. When the parent disconnects, which also
 * happens when the parent is killed, it stops the server and removes its folder.
 *
 * It is a separate process because a process that is killed by SIGKILL cannot clean up.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { machinePrograms, npmPrograms, unprivilegedUser } from './postgres-programs.ts'

/** Sent to the parent at each start of the server, and when it was killed. */
export type Answer = { url: string } | { missing: string }

/** What the parent may send once the server has started. */
export type Order = 'kill' | 'start'

/** Whether commits survive a crash of the machine, or only of the client. */
export type Durability = 'durable' | 'quick'

export interface ServerOptions {
  /** `durable` is as in production. Tests that kill clients, but never the server, use `quick`. */
  readonly durability?: Durability
  /** More settings of the server. */
  readonly settings?: Readonly<Record<string, string | number>>
  /** A base backup to start from, as a standby or to be recovered from an archive. */
  readonly backup?: { readonly folder: string; readonly as: 'standby' | 'recovery' }
}
const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const {
  durability = 'durable',
  settings: more = {},
  backup,
}: ServerOptions = JSON.parse(process.argv[3] ?? '{}')

const parentLeft = new AbortController()
process.once('disconnect', () => parentLeft.abort())
if (!process.connected) parentLeft.abort()

const folder = await mkdtemp(join(tmpdir(), 'scriptorium-pg-'))
try {
  await serve()
} catch (error) {
  reportToParent({ missing: error instanceof Error ? error.message : String(error) })
} finally {
  await rm(folder, { recursive: true, force: true })
  if (process.connected) process.disconnect() // else this process and its parent would wait for each other
}

/**
 * Runs a server until the parent leaves.
 * @throws if it does not become ready
 */
async function serve(): Promise<void> {
  const bin = process.argv[2] === 'npm' ? await npmPrograms(folder) : machinePrograms()
  const user = await unprivilegedUser()
  const data = join(folder, 'data')
  if (backup) {
    await cp(backup.folder, data, { recursive: true, preserveTimestamps: true })
    await writeFile(join(data, `${backup.as}.signal`), '')
  }
  if (user) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, folder])

  const cluster = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  // Trust is safe: the only way in is a socket in a folder of mode 0700.
  const settings = {
    ...{ listen_addresses: '', unix_socket_directories: folder, max_connections: 100 },
    ...(durability === 'quick' && QUICK),
    ...more,
  }

  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`

  const output: string[] = []
  if (!backup)
    for await (const line of linesOf(start('initdb', ['-D', data, '--no-sync', ...cluster])))
      output.push(line)
  let server: ChildProcess | undefined
  let restart = Promise.withResolvers<void>()
  process.on('message', (order: Order) => {
    if (order === 'kill') server?.kill('SIGKILL')
    else restart.resolve()
  })
  parentLeft.signal.addEventListener('abort', () => restart.resolve())
  while (!parentLeft.signal.aborted) {
    restart = Promise.withResolvers()
    let ready = false
    server = start('postgres', ['-D', data, ...asArguments(settings)])
    for await (const line of linesOf(server)) {
      if (ready) continue // keeps reading: a full pipe would block the server
      output.push(line)
      ready = /ready to accept (read-only )?connections/.test(line)
      if (ready) reportToParent({ url })
    }
    if (!ready) throw new Error(output.join(' '))
    reportToParent({ missing: 'the server was killed' })
    await restart.promise
  }

  function start(program: string, args: string[]): ChildProcess {
    const child = spawn(join(bin, program), args, {
      ...user,
      cwd: folder,
      env: {}, // PGOPTIONS and the like are not for this server
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: parentLeft.signal,
      killSignal: 'SIGQUIT', // ends postgres without a checkpoint, since its files are removed
    })
    return child.on('error', (error) => output.push(error.message))
  }

  /** The lines of stderr, which ends with the program and all its child processes. */
  function linesOf(child: ChildProcess): AsyncIterable<string> {
    return createInterface({ input: child.stderr! }) // a pipe
  }
}

function asArguments(settings: Record<string, string | number>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function reportToParent(answer: Answer): void {
  if (process.connected) process.send?.(answer)
}
