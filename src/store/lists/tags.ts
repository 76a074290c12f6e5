/**
 * Stores the tags of jobs, by which lists find them, as rows of `job_leaves`, like metadata.
 *
 * Tags can change at any time, so the jobs with a tag cannot be numbered like those with a leaf of metadata. Instead, `tag_counts` has
 * their number. Lists use it to choose the index to follow, and as the total of a list by a single tag.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type JobFacets, MAX_FACETS } from '../../contract/facets.ts'
import { languageCode } from '../../contract/languages.ts'
import { ALL_BUCKETS, kindNumberOf } from '../../jobs/bucket.ts'
import { LANGUAGE_MARK, languageOf, languageTag, tagLeaves } from '../../jobs/leaves.ts'
import type { Dialect } from '../databases/dialect.ts'
import type { Given } from '../given.ts'
import type { Db } from '../schema.ts'

/** The tags of a job before and after a change. */
export interface TagChange {
  readonly ordinal: number
  readonly bucket: number
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The kinds of jobs outside the trash. */
const KIND_NUMBERS = [...new Set(ALL_BUCKETS.map(kindNumberOf))]

const TAG = { account: 'bigint', path: 'text', value: 'text', kind: 'bigint', ordinal: 'bigint' } as const
const COUNT = { account: 'bigint', tag: 'text', kind: 'bigint', jobs: 'bigint' } as const

/** Changes the tags of jobs of an account, after `countJobChange`. */
export async function changeTags(
  { rows }: Dialect,
  db: Db,
  account: number,
  changes: readonly TagChange[],
): Promise<void> {
  const rowsOf = ({ ordinal, bucket }: TagChange, tags: readonly string[], without: readonly string[]) => {
    const kept = new Set(without)
    return tagLeaves(tags.filter((tag) => !kept.has(tag))).map((leaf) => ({
      account,
      ...leaf,
      kind: kindNumberOf(bucket),
      ordinal,
    }))
  }
  const removed = changes.flatMap((change) => rowsOf(change, change.before, change.after))
  const added = changes.flatMap((change) => rowsOf(change, change.after, change.before))
  if (removed.length > 0)
    await sql`
      delete from job_leaves where account = ${account}
        and (path, value, kind, ordinal) in (select path, value, kind, ordinal from ${rows(TAG, removed)})`.execute(
      db,
    )
  if (added.length > 0)
    await sql`
      insert into job_leaves (account, path, value, kind, ordinal, number)
      select account, path, value, kind, ordinal, 0 from ${rows(TAG, added)}`.execute(db)

  const counts = new Map<string, { account: number; tag: string; kind: number; jobs: number }>()
  for (const [leaves, by] of [
    [removed, -1],
    [added, 1],
  ] as const)
    for (const { value: tag, kind } of leaves) {
      const key = `${kind} ${tag}`
      const count = counts.get(key) ?? { account, tag, kind, jobs: 0 }
      counts.set(key, { ...count, jobs: count.jobs + by })
    }
  const changed = [...counts.values()].filter(({ jobs }) => jobs !== 0)
  if (changed.length === 0) return
  // Without a `where`, SQLite parses `on conflict` as a join condition.
  await sql`
    insert into tag_counts (account, tag, kind, jobs) select account, tag, kind, jobs from ${rows(COUNT, changed)} where true
    on conflict (account, tag, kind) do update set jobs = tag_counts.jobs + excluded.jobs`.execute(db)
  const fewer = changed.filter(({ jobs }) => jobs < 0)
  if (fewer.length === 0) return
  await sql`
    delete from tag_counts where account = ${account} and jobs = 0
      and (tag, kind) in (select tag, kind from ${rows(COUNT, fewer)})`.execute(db)
}

/** Every language as a tag. A range of tags would not do, because the order of control characters depends on the collation. */
const LANGUAGES = languageCode.options.map((language) => ({ tag: languageTag(language) }))

/** The tags and languages of an account's jobs with the number of jobs, the most frequent first. */
export async function facetsOf({ reader, rows }: Dialect, account: number): Promise<JobFacets> {
  const find = async (condition: Expression<SqlBool>) =>
    reader
      .selectFrom('tag_counts')
      .select(['tag', (eb) => sql<number>`cast(${eb.fn.sum('jobs')} as bigint)`.as('jobs')])
      .where('account', '=', account)
      .where('kind', 'in', KIND_NUMBERS)
      .where(condition)
      .groupBy('tag')
      .orderBy('jobs', 'desc')
      .orderBy('tag')
      .limit(MAX_FACETS)
      .execute()
  const tags = await find(sql<SqlBool>`tag not like ${`${LANGUAGE_MARK}%`}`)
  const languages = await find(sql<SqlBool>`tag in (select tag from ${rows({ tag: 'text' }, LANGUAGES)})`)
  return { tags, languages: languages.map(({ tag, jobs }) => ({ language: languageOf(tag), jobs })) }
}

/** An expression for the number of jobs of some kinds that have a tag. */
export function countTag(
  db: Db,
  account: Given<number>,
  tag: Given<string>,
  kinds: readonly number[],
): RawBuilder<number> {
  const counted = db
    .selectFrom('tag_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('jobs'), sql.lit(0)).as('jobs'))
    .where('account', '=', account)
    .where('tag', '=', tag)
    .where('kind', 'in', sql<number>`(${sql.join(kinds.map((kind) => sql.lit(kind)))})`)
  return sql`cast(${counted} as bigint)`
}
