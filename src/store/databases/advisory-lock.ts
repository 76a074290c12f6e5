/** The lock of a PostgreSQL database, which one service holds at a time. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { InUseError } from '../../files/in-use-error.ts'
import type { LockHooks } from './dialect.ts'

/** "scriptorium", as a number. */
const LOCK = 0x5c219701

/** Milliseconds between attempts to take a lost lock again. */
const RETRY_MS = 1_000
/** Milliseconds after which a connection attempt fails. */
const CONNECT_TIMEOUT_MS = 10_000
/** Milliseconds without traffic after which the connection is checked, so that a loss without a close is noticed. */
const KEEP_ALIVE_MS = 10_000
/** Milliseconds to wait for the server to end the lost connection. */
const TERMINATE_TIMEOUT_MS = 5_000

/**
 * Takes an advisory lock with a connection of its own. When that breaks, as when the server restarts, the lock is taken
 * again, before another process in most cases. If another process has it, both may work on a job meanwhile, but only the
 * first to finish it changes it.
 * @returns releases the lock
 * @throws {InUseError} when another process holds the lock
 */
export async function takeAdvisoryLock(url: string, hooks: LockHooks): Promise<() => Promise<void>> {
  // Unique, to find the connection that was lost: to the server it may still hold the lock.
  const name = `scriptorium lock ${randomUUID()}`
  let held = await connectWithLock(url, name)
  let isReleased = false

  const onEnd = async (): Promise<void> => {
    if (isReleased) return
    hooks.onLost()
    while (!isReleased) {
      try {
        held = await connectWithLock(url, name)
        held.once('end', () => void onEnd())
        if (isReleased) await held.end()
        else hooks.onRegained()
        return
      } catch (error) {
        if (error instanceof InUseError) return hooks.onTaken(error)
      }
      await delay(RETRY_MS, undefined, { ref: false })
    }
  }
  held.once('end', () => void onEnd())

  return async () => {
    isReleased = true
    await held.end()
  }
}

async function connectWithLock(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  })
  client.on('error', () => {}) // followed by `end`
  await client.connect()
  try {
    await client.query(
      'select pg_terminate_backend(pid, $2) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      [name, TERMINATE_TIMEOUT_MS],
    )
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ])
    if (rows[0]?.taken === true) return client
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  throw new InUseError('another scriptorium process is using the database')
}
