/** The lock of a PostgreSQL database, which all nodes hold together: earlier versions, which need the database alone, are refused by it. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { InUseError } from '../../files/in-use-error.ts'
import type { LockHooks } from './dialect.ts'
import { connectDirectly } from './direct-connection.ts'

/** "scriptorium", as a number. */
const LOCK = 0x5c219701

/** Milliseconds between attempts to take a lost lock again. */
const RETRY_MS = 1_000
/** Milliseconds to wait for the server to end the lost connection. */
const TERMINATE_TIMEOUT_MS = 5_000

/**
 * Takes a shared advisory lock with a connection of its own. When that breaks, as when the server restarts, the lock is
 * taken again.
 * @returns releases the lock
 * @throws {InUseError} when a process of an earlier version holds the lock alone
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
  const client = await connectDirectly(url, name)
  try {
    await client.query(
      'select pg_terminate_backend(pid, $2) from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
      [name, TERMINATE_TIMEOUT_MS],
    )
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock_shared($1) as taken',
      [LOCK],
    )
    if (rows[0]?.taken === true) return client
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  throw new InUseError(
    'a scriptorium process of an earlier version is using the database alone: stop it before this one is started',
  )
}
