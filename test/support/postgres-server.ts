/**
 * A throwaway PostgreSQL server, as a program to be forked with the name of where to take it from (`machine` or `npm`)
 * and its durability. It tells its parent the server's URL, or why there is none. When the parent disconnects, which also
 * happens when the parent is killed, the server is ended and its folder removed.
 *
 * It is a process of its own because nothing in a process that gets SIGKILL can clean up after it.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { machinePrograms, npmPrograms, unprivilegedUser } from './postgres-programs.ts'

/** What the parent is told, once. */
export type Answer = { url: string } | { missing: string }

/** Whether what is committed survives a crash of the machine, or of the client only. */
export type Durability = 'durable' | 'quick'
const QUICK = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const parentLeft = new AbortController()
process.once('disconnect', () => parentLeft.abort())
if (!process.connected) parentLeft.abort()

const folder = await mkdtemp(join(tmpdir(), 'scriptorium-pg-'))
try {
  await serve()
} catch (error) {
  tellParent({ missing: error instanceof Error ? error.message : String(error) })
} finally {
  await rm(folder, { recursive: true, force: true })
  if (process.connected) process.disconnect() // or we would wait for a parent that waits for us
}

/**
 * Makes a server and returns when it has ended.
 * @throws if it was never ready
 */
async function serve(): Promise<void> {
  const bin = process.argv[2] === 'npm' ? await npmPrograms(folder) : machinePrograms()
  const user = await unprivilegedUser()
  if (user) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, folder])

  const data = join(folder, 'data')
  const cluster = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8']
  // Trusting everybody is safe: the socket, in our folder of mode 0700, is the only way in.
  const settings = {
    ...{ listen_addresses: '', unix_socket_directories: folder, max_connections: 100 },
    ...(process.argv[3] === 'quick' && QUICK),
  }

  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`

  const said: string[] = []
  for await (const line of run('initdb', ['-D', data, '--no-sync', ...cluster])) said.push(line)
  let ready = false
  for await (const line of run('postgres', ['-D', data, ...asArguments(settings)])) {
    if (ready) continue // read on all the same: a full pipe would stop the server
    said.push(line)
    ready = line.includes('ready to accept connections')
    if (ready) tellParent({ url })
  }
  if (!ready) throw new Error(said.join(' '))

  /** The lines on the program's stderr, which end when the program and all the processes it made have ended. */
  function run(program: string, args: string[]): AsyncIterable<string> {
    const child = spawn(join(bin, program), args, {
      ...user,
      cwd: folder,
      env: {}, // PGOPTIONS and the like are not meant for this server
      stdio: ['ignore', 'ignore', 'pipe'],
      signal: parentLeft.signal,
      killSignal: 'SIGQUIT', // postgres then ends without a checkpoint: nobody will read its files again
    })
    child.on('error', (error) => said.push(error.message))
    return createInterface({ input: child.stderr })
  }
}

function asArguments(settings: Record<string, string | number>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function tellParent(answer: Answer): void {
  if (process.connected) process.send?.(answer)
}
