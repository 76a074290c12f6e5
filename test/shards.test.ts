/**
 * The statements that read or write rows of several accounts: with tables divided by account, over partitions or over several
 * servers, only these have to ask all of them. docs/scaling.md describes the consequences.
 *
 * Each statement in src/store/queries/postgres.sql is planned, without values, on tables with two partitions by account; its plan
 * shows what it scans after pruning.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import pg from 'pg'
import { postgres } from '../src/store/databases/postgres.ts'
import { openTestStore } from '../src/store/testing/open-test-store.ts'
import { freshDatabase, throwawayPostgres } from './support/throwaway-postgres.ts'

/** Tables with an account that stay in one place: people are members of several accounts, and keys determine the account to ask for. */
const GLOBAL = ['keys', 'memberships', 'invitations', 'console_sessions', 'issuer_sessions']

/** Store methods, and the tables of which they touch more than one partition, by reason. */
const CROSSING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Each part is asked about its own accounts, and the answers are combined or handled one by one.
  'what concerns all accounts': {
    'accounts.list': 'account_usage daily_audio job_counts live_sessions work',
    'audit.page': 'audit_entries',
    'audit.removeExpired': 'audit_entries',
    'bulkRequests.advance': 'bulk_requests retranscriptions',
    'deliveries.waitingEndpoints': 'deliveries endpoints',
    'files.removeUnused': 'files',
    'idempotency.removeExpired': 'idempotency_keys',
    'live.abandoned': 'jobs live_sessions',
    'live.countAudio': 'live_sessions',
    'live.interruptions': 'live_sessions',
    'live.owned': 'live_sessions',
    'nodes.beat': 'work',
    'nodes.bury': 'deliveries live_sessions work',
    'nodes.register': 'work',
    'nodes.running': 'deliveries live_sessions work',
    'quality.ofAll': 'word_error_counts',
    'queue.load': 'deliveries job_counts jobs work',
    'retention.expiring': 'retention',
    'retranscriptions.accepted': 'jobs retranscriptions',
    'retention.removeExpired': 'jobs',
    'shares.removeEnded': 'shares',
    'trash.removeExpired': 'trash',
    'trash.removeOldest': 'trash',
    'webhooks.removeOld': 'deliveries',
    'work.claim': 'work',
    'work.releaseExpired': 'work',
  },
  // Looked up in the index of each part. A caller with the id could know the account too, as a claim knows its node.
  'one job, file or delivery, by an id without its account': {
    'deliveries.bodyOf': 'deliveries job_results jobs',
    'deliveries.claim': 'deliveries endpoints',
    'deliveries.extend': 'deliveries',
    'deliveries.giveUp': 'deliveries endpoints',
    'deliveries.putBack': 'deliveries',
    'deliveries.record': 'deliveries endpoints',
    'deliveryLog.bodyOf': 'job_results jobs',
    'deliveryLog.ofAccount': 'deliveries delivery_attempts endpoints',
    'deliveryLog.ofJob': 'deliveries delivery_attempts endpoints',
    'deliveryLog.one': 'delivery_attempts endpoints',
    'deliveryLog.redeliver': 'deliveries endpoints',
    'failedJobs.requeue': 'jobs',
    'files.removeIfUnused': 'files',
    'jobs.setDetails': 'jobs',
    'live.addMessages': 'deliveries jobs live_sessions',
    'live.ask': 'live_sessions',
    'live.closedReason': 'jobs live_sessions',
    'live.find': 'jobs live_sessions',
    'live.finish': 'deliveries jobs live_sessions',
    'live.isCancelled': 'jobs',
    'live.release': 'live_sessions',
    'live.start': 'jobs live_sessions',
    'queue.position': 'work',
    'queue.progress': 'work',
    'queue.setPriority': 'work',
    'shares.find': 'jobs shares',
    'texts.add': 'recognised_texts work',
    'texts.read': 'recognised_texts',
    'transcripts.add': 'jobs',
    'work.attachFile': 'jobs work',
    'work.beat': 'work',
    'work.claim': 'jobs',
    'work.finish': 'files jobs work',
    'work.putBack': 'work',
  },
  // For each row that is given or found: at execution, the other partitions are skipped.
  'one account, which is known only when the statement runs': {
    'files.add': 'job_results job_revisions job_voices retranscriptions',
    'jobs.changes': 'job_results',
    'jobs.create': 'job_leaves',
    'jobs.page': 'job_results',
  },
}

const server = await throwawayPostgres('quick')

suite('tables that are divided by account', { skip: 'missing' in server && server.missing }, () => {
  test('are asked for several accounts by the listed statements only', async (t) => {
    if ('missing' in server) return
    t.after(server.stop)
    const { url } = await freshDatabase(server.url, process.env['TEST_DATABASE_TEMPLATE'])
    await (await openTestStore(postgres(url))).close()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.after(async () => client.end())
    await divide(client)

    const crossing = new Set<string>()
    const statements = readFileSync(new URL('../src/store/queries/postgres.sql', import.meta.url), 'utf8')
    for (const section of statements.split(/^-- /m).slice(1)) {
      const [title = '', ...lines] = section.split('\n')
      const [method] = title.split(',')
      for (const statement of lines.join('\n').split(/;\s*$/m)) {
        const tables = PLANNED.test(statement) ? await crossed(client, statement) : []
        for (const table of tables) crossing.add(`${method} ${table}`)
      }
    }
    const listed = Object.values(CROSSING).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, tables]) =>
        tables.split(' ').map((table) => `${method} ${table}`),
      ),
    )
    assert.deepEqual([...crossing].toSorted(), listed.toSorted())
  })
})

/** Statements that have a plan. */
const PLANNED = /^\s*(select|with|insert|update|delete)\b/

/** Makes copies of the tables, with two partitions each, take precedence over the tables. */
async function divide(client: pg.Client): Promise<void> {
  const tables = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'account' and not table_name = any($1)`,
    [GLOBAL],
  )
  const copies = tables.rows.map(
    ({ name }) => `
      create table divided.${name} (like public.${name} including all) partition by hash (account);
      create table divided.${name}_p0 partition of divided.${name} for values with (modulus 2, remainder 0);
      create table divided.${name}_p1 partition of divided.${name} for values with (modulus 2, remainder 1);`,
  )
  await client.query(`create schema divided; ${copies.join('')}
    set search_path = divided, public; set plan_cache_mode = force_generic_plan`)
}

/** The tables of which a statement touches more than one partition. */
async function crossed(client: pg.Client, statement: string): Promise<string[]> {
  // `unplanned` hides a value from the planner, which may know it here.
  const text = statement.replaceAll(/\(select (cast\(\$\d+ as (?:bigint|text)\))\)/g, '$1')
  await client.query(`prepare planned as ${text}`)
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements`,
  )
  const values = (rows[0]?.types ?? []).map((type) =>
    type.endsWith('[]') ? `'{}'` : type === 'json' ? `'[]'` : `'1'`,
  )
  const plan = await client.query<{ 'QUERY PLAN': unknown }>(
    `explain (format json, costs off) execute planned ${values.length === 0 ? '' : `(${values.join()})`}`,
  )
  await client.query('deallocate planned')
  const partitions = scanned(plan.rows[0]?.['QUERY PLAN'])
  return [...new Set(partitions.map((name) => name.slice(0, -3)))].filter(
    (table) => partitions.includes(`${table}_p0`) && partitions.includes(`${table}_p1`),
  )
}

/** The partitions that a plan scans. What it writes to follows from them. */
function scanned(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { 'Node Type': type, 'Relation Name': relation } = plan as Record<string, unknown>
  const own = type === 'ModifyTable' || typeof relation !== 'string' ? [] : [relation]
  const children = Object.entries(plan).filter(([name]) => name !== 'Target Tables')
  return [...own.filter((name) => /_p[01]$/.test(name)), ...children.flatMap(([, child]) => scanned(child))]
}
