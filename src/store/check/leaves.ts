/**
 * Checks the leaves of custom metadata and tags: each job has its own leaves, the numbers of the jobs with a leaf of metadata are consecutive
 * except for recorded gaps, and the jobs with a tag are counted.
 */
import { sql } from 'kysely'
import { parseExactly } from '../../contract/exact-json.ts'
import { inTrash, kindNumberOf } from '../../jobs/bucket.ts'
import { customMetadataLeaves, TAG_PATH, tagLeaves } from '../../jobs/leaves.ts'
import { tagsOf } from '../jobs/stored-details.ts'
import type { JobTable } from '../jobs/remove-jobs.ts'
import { addLeaves, moveLeaves } from '../lists/leaves.ts'
import { changeTags } from '../lists/tags.ts'
import type { Db } from '../schema.ts'
import { type AccountCheck, MAX_FAULTS } from './check.ts'
import { allJobs, namesOf } from './owned-rows.ts'

/** Number of jobs whose metadata is read per statement. */
const BATCH = 200

const LEAF = { path: 'text', value: 'text', kind: 'bigint', ordinal: 'bigint' } as const

interface Run {
  readonly path: string
  readonly value: string
}

export const leaves: AccountCheck = {
  name: 'job_leaves',
  remedy: 'index the metadata and the tags of the jobs again',
  faults: async ({ db, account, dialect }) => {
    const faults: string[] = []
    let expected = 0
    for await (const jobs of withLeaves(db, account)) {
      const given = jobs.flatMap(({ ordinal, bucket, place, customMetadata, tags }) =>
        [...customMetadataLeaves(customMetadata ?? {}), ...tagLeaves(tags)].map((leaf) => ({
          ...leaf,
          kind: place === 'trash' ? inTrash(kindNumberOf(bucket)) : kindNumberOf(bucket),
          ordinal,
        })),
      )
      expected += given.length
      const { rows } = await sql<Run & { ordinal: number }>`
        select path, value, ordinal from ${dialect.rows(LEAF, given)}
        where not exists (
          select 1 from job_leaves as leaf
          where leaf.account = ${account} and leaf.path = given.path and leaf.value = given.value
            and leaf.kind = given.kind and leaf.ordinal = given.ordinal)`.execute(db)
      faults.push(
        ...rows.map(({ path, value, ordinal }) => `job ${ordinal} lacks ${path} = ${JSON.stringify(value)}`),
      )
      if (faults.length > MAX_FAULTS) return faults
    }
    const { stored } = await db
      .selectFrom('job_leaves')
      .select((eb) => eb.fn.countAll<number>().as('stored'))
      .where('account', '=', account)
      .executeTakeFirstOrThrow()
    const surplus = stored - (expected - faults.length)
    if (surplus > 0) faults.push(`${surplus} leaves belong to no job`)
    const misnumbered = await wronglyNumbered(db, account)
    return [
      ...faults,
      ...misnumbered.map(({ path, value }) => `${path} = ${JSON.stringify(value)} is misnumbered`),
    ]
  },
  repair: async ({ db, account, dialect }) => {
    await db.deleteFrom('job_leaves').where('account', '=', account).execute()
    await db.deleteFrom('job_leaf_gaps').where('account', '=', account).execute()
    await db.deleteFrom('tag_counts').where('account', '=', account).execute()
    for await (const jobs of withLeaves(db, account)) {
      await addLeaves(
        dialect,
        db,
        jobs.map((job) => ({ ...job, account })),
      )
      await changeTags(
        dialect,
        db,
        account,
        jobs.map((job) => ({ ...job, before: [], after: job.tags })),
      )
      const trashed = jobs.flatMap(({ customMetadata, ...job }) =>
        customMetadata !== null && job.place === 'trash' ? [{ ...job, customMetadata }] : [],
      )
      await moveLeaves(dialect, db, account, trashed, 'trash')
    }
  },
}

export const tagCounts: AccountCheck = {
  name: 'tag_counts',
  remedy: 'count the jobs with each tag again',
  faults: async ({ db, account }) => {
    const tags = await namesOf(
      db,
      sql`
        select distinct tag as name from (
          select tag, kind, jobs, 1 as side from tag_counts where account = ${account}
          union all
          select value, kind, jobs, -1 from (${counted(account)}) as counted
        ) as sides
        group by tag, kind, jobs having sum(side) <> 0`,
    )
    return tags.map((tag) => `the jobs with the tag ${JSON.stringify(tag)} are miscounted`)
  },
  repair: async ({ db, account }) => {
    await db.deleteFrom('tag_counts').where('account', '=', account).execute()
    await sql`
      insert into tag_counts (account, tag, kind, jobs)
      select account, value, kind, jobs from (${counted(account)}) as counted`.execute(db)
  },
}

/** The number of jobs of each kind with each tag. */
const counted = (account: number) => sql`
  select account, value, kind, count(*) as jobs from job_leaves
  where account = ${account} and path = ${sql.lit(TAG_PATH)} group by account, value, kind`

interface WithLeaves {
  readonly ordinal: number
  readonly bucket: number
  readonly place: JobTable
  readonly custom_metadata: string | null
  readonly details: string | null
  readonly preview: string | null
}

/** The jobs of an account that have metadata or tags, oldest first. Jobs in the trash are without tags, which are not indexed there. */
async function* withLeaves(db: Db, account: number) {
  for (let last = 0; ;) {
    const { rows } = await sql<WithLeaves>`
      select ordinal, bucket, place, custom_metadata, details, preview
      from ${allJobs(account, { after: last, limit: BATCH })} order by ordinal limit ${sql.lit(BATCH)}`.execute(
      db,
    )
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.ordinal
    yield rows.flatMap(({ custom_metadata, details, preview, ...job }) => {
      const customMetadata = custom_metadata === null ? null : (parseExactly(custom_metadata) as object)
      const tags = job.place === 'trash' ? [] : tagsOf({ details, preview })
      return customMetadata === null && tags.length === 0 ? [] : [{ ...job, customMetadata, tags }]
    })
  }
}

/**
 * The leaves whose jobs are not numbered in their order, or whose numbers and gaps do not cover the range from the first to the last number.
 * The number of a job in the trash is a gap.
 */
async function wronglyNumbered(db: Db, account: number): Promise<readonly Run[]> {
  const { rows } = await sql<Run>`
    select path, value from (
      select path, value, case when kind < 0 then -1 - kind else kind end as kind,
        case when kind < 0 then null else number end as number, number as taken,
        case when number <= lag(number) over (
          partition by path, value, case when kind < 0 then -1 - kind else kind end order by ordinal
        ) then 1 else 0 end as falls
      from job_leaves where account = ${account} and path <> ${sql.lit(TAG_PATH)}
      union all
      select path, value, kind, number, null, 0 from job_leaf_gaps where account = ${account}
    ) as numbered
    group by path, value, kind
    having max(falls) = 1 or count(number) <> count(distinct number) or max(number) - min(number) + 1 <> count(number)
      or min(number) <> coalesce(min(taken), -1) or max(number) <> coalesce(max(taken), -1)
    limit ${sql.lit(MAX_FAULTS + 1)}`.execute(db)
  return rows
}
