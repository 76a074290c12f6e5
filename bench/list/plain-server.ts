/**
 * The baseline for lists in PostgreSQL: a program that a team would write in a day with Fastify and pg. It uses `LIMIT`
 * and `OFFSET` over an index, `count(*)` unless the header `x-uncounted` is sent, and looks up a key for each request. It
 * reads the tables of the service, so that both have the same jobs and give the same responses.
 */
import Fastify from 'fastify'
import { Pool } from 'pg'
import { NO_DETAILS } from '../../src/jobs/details.ts'
import { ALL_BUCKETS, bucketsOf, kindOf, statusOf } from '../../src/jobs/bucket.ts'
import type { JobKind, JobStatus } from '../../src/contract/common.ts'
import { Sealer } from '../../src/store/accounts/sealer.ts'
import { TEST_SECRET_KEY } from '../../src/store/testing/open-test-store.ts'

interface Row {
  id: string
  bucket: number
  created_at: string
  completed_at: string | null
  error_code: number | null
  error_message: string | null
  custom_metadata: string | null
  post_session_metadata: string
  file: string | null
  details: string | null
  request_params: string
  result: string | null
}

const DAY = 86_400_000

const sealer = new Sealer(TEST_SECRET_KEY)
const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
// A team that filters by metadata would have this index; its column would be jsonb.
await pool.query(
  'create index if not exists plain_metadata on jobs using gin ((custom_metadata::jsonb) jsonb_path_ops)',
)
await pool.query('analyze jobs')

const app = Fastify()
app.get<{ Params: { list: string }; Querystring: Record<string, string> }>(
  '/v2/:list',
  async (request, reply) => {
    const key = sealer.hash(String(request.headers['x-service-key']))
    const { rows: callers } = await pool.query<{ account: number }>(
      'select account from keys where hash = $1 and revoked_at is null',
      [key],
    )
    const [caller] = callers
    if (caller === undefined) return reply.code(401).send({ message: 'unknown key' })

    const { offset = 0, limit = 20 } = request.query
    const { where, values } = conditions(caller.account, request.params.list, request.query)
    const { rows } = await pool.query<Row>(
      `select page.*, result from (
        select * from jobs where ${where.join(' and ')}
        order by created_at desc, ordinal desc limit $${values.length + 1} offset $${values.length + 2}
      ) as page left join job_results using (account, ordinal) order by created_at desc, ordinal desc`,
      [...values, Number(limit), Number(offset)],
    )
    if (request.headers['x-uncounted'] === undefined) {
      const { rows: counts } = await pool.query<{ total: string }>(
        `select count(*) as total from jobs where ${where.join(' and ')}`,
        values,
      )
      reply.header('x-total-count', counts[0]?.total)
    }
    return { items: rows.map(job) }
  },
)
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.(app.listeningOrigin)
process.once('disconnect', () => process.exit())

/** The conditions of a list, and their parameter values. */
function conditions(account: number, list: string, query: Record<string, string>) {
  const where: string[] = []
  const values: unknown[] = []
  const add = (condition: string, value: unknown) => {
    values.push(value)
    where.push(condition.replace('?', `$${values.length}`))
  }
  add('account = ?', account)
  const kinds = list === 'transcription' ? null : [list as JobKind]
  const statuses = query['status']?.split(',') as JobStatus[] | undefined
  const buckets = bucketsOf(kinds, statuses ?? null)
  if (buckets.length < ALL_BUCKETS.length) add('bucket = any(?)', buckets)
  if (query['date'] !== undefined) {
    const day = Date.parse(query['date'])
    add('created_at >= ?', day)
    add('created_at < ?', day + DAY)
  }
  for (const [name, value] of Object.entries(query)) {
    const path = /^custom_metadata\[(.+)\]$/.exec(name)?.[1]
    if (path !== undefined) add('custom_metadata::jsonb @> ?::jsonb', JSON.stringify({ [path]: value }))
  }
  if (query['q'] !== undefined) {
    add('(account, ordinal) in (select account, ordinal from job_words where words @> ?::text[])', [
      query['q'],
    ])
  }
  return { where, values }
}

/** A job as the service returns it. */
function job(row: Row) {
  const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
  const time = (ms: string | null) => (ms === null ? null : new Date(Number(ms)).toISOString())
  return {
    id: row.id,
    request_id: `G-${row.id.slice(0, 8)}`,
    version: 2,
    status: statusOf(row.bucket),
    created_at: time(row.created_at),
    completed_at: time(row.completed_at),
    kind: kindOf(row.bucket),
    custom_metadata: parsed(row.custom_metadata),
    post_session_metadata: parsed(row.post_session_metadata),
    error_code: row.error_code,
    error_message: row.error_message,
    file: parsed(row.file),
    details: parsed(row.details ?? NO_DETAILS),
    request_params: parsed(row.request_params),
    result: parsed(row.result),
  }
}
