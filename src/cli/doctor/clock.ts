import { sql } from 'kysely'
import type { Config } from '../../service/config.ts'
import { database } from '../../store/configured-database.ts'
import { type Finding, ok, warn } from './finding.ts'

const ANSWER_MS = 3_000

/** Seconds. A Date header has a resolution of one; leases and signatures last ten or more. */
const MAX_DIFFERENCE = 5

/** Compares the clock with those of the configured database and servers. */
export async function clock(config: Config): Promise<Finding> {
  const { languageModel, speechServer, storage } = config
  const { s3 } = storage
  const urls = [
    languageModel?.url,
    speechServer?.url,
    s3 && (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`),
  ]
  const offsets = await Promise.all([
    storage.databaseUrl === null ? null : databaseOffset(storage),
    ...urls.filter((url) => typeof url === 'string').map(serverOffset),
  ])
  const known = offsets.filter((offset) => offset !== null)
  if (known.length === 0) return ok('not compared: no other server is configured')
  const worst = known.reduce((a, b) => (b.seconds > a.seconds ? b : a))
  const text = `differs by ${worst.seconds.toFixed(0)} s from that of ${worst.of}`
  if (worst.seconds <= MAX_DIFFERENCE) return ok(text)
  return warn(text, 'synchronise the clocks by NTP, such as with timedatectl set-ntp true')
}

interface Offset {
  readonly of: string
  readonly seconds: number
}

/** Null if it cannot be reached, which another check reports. */
async function databaseOffset(storage: Config['storage']): Promise<Offset | null> {
  const { db, now } = database(storage)
  try {
    const { rows } = await sql<{ now: number }>`select ${now} as now`.execute(db)
    return { of: 'the database', seconds: Math.abs(Number(rows[0]?.now) - Date.now()) / 1000 }
  } catch {
    return null
  } finally {
    await db.destroy()
  }
}

/** Uses the Date header of any response; null without one. */
async function serverOffset(url: string): Promise<Offset | null> {
  const { origin, host } = new URL(url)
  try {
    const { headers } = await fetch(origin, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) })
    const date = headers.get('date')
    return date === null ? null : { of: host, seconds: Math.abs(Date.parse(date) - Date.now()) / 1000 }
  } catch {
    return null
  }
}
