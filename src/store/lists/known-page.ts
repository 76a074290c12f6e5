/**
 * Pages whose total and first job can be found without counting job by job, and first pages of searches for words. Each is read by one
 * statement, which is built and compiled once for each shape of request. Otherwise, that would take half the time of a small page.
 */
import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { JobField } from '../../contract/common.ts'
import type { ListFilter } from '../../contract/list-query.ts'
import type { JobWindow } from '../../jobs/job.ts'
import { TAG_PATH } from '../../jobs/leaves.ts'
import type { Dialect, WordsValue } from '../databases/dialect.ts'
import { prepared } from '../databases/prepared.ts'
import type { Bound, Given } from '../given.ts'
import type { Schema } from '../schema.ts'
import { countBuckets, skipInBuckets } from './counters.ts'
import { type WholePage, wholePageOf, wholePageQuery, type WholePageRow } from './job-records.ts'
import { countLeaf } from './leaves.ts'
import { byBucket, byLeaf, byWords, countWords, type OrdinalQuery } from './ordinal-queries.ts'
import { boundsOf, type Conditions, END, hasAllStatuses, isCounted, kindsOf } from './scope.ts'

/** Maximum number of cached statements per database. */
const MAX_STATEMENTS = 256

/** The values that a statement is executed with. */
interface Values {
  readonly account: number
  readonly createdFrom: number
  readonly createdBefore: number
  readonly cursor: number
  readonly skipped: number
  readonly path: string
  readonly value: string
  readonly words: WordsValue
}
const TEXTS: readonly string[] = ['path', 'value'] satisfies (keyof Values)[]
type ValueOf = <Name extends keyof Values>(name: Name) => RawBuilder<Values[Name]>
type Statement = (values: Partial<Values>) => Promise<WholePageRow[]>

/** A request for a page. */
export interface PageRequest {
  readonly account: number
  readonly filter: ListFilter
  readonly conditions: Conditions
  readonly window: JobWindow
  readonly fields: readonly JobField[]
  /** If the texts of the page have more bytes, they are not read. */
  readonly maxBytes: number
}

/**
 * The jobs of the page and one more, newest first. The total is null if too many jobs match a search for words.
 * @returns null for a page that requires counting
 */
export async function knownPage(dialect: Dialect, request: PageRequest): Promise<WholePage | null> {
  const { account, filter, conditions, window } = request
  if (!isKnown(request)) return null
  const { createdFrom, createdBefore } = filter
  const [leaf] = conditions.leaves
  const rows = await statementOf(
    dialect,
    request,
  )({
    account,
    ...(createdFrom !== null && { createdFrom }),
    ...(createdBefore !== null && { createdBefore }),
    ...(window.cursor === null ? { skipped: window.offset } : { cursor: window.cursor }),
    ...leaf,
    words: dialect.words.valueOf(conditions.words),
  })
  const page = wholePageOf(rows)
  // The numbers of the leaf have too many gaps.
  return page.total === null && leaf !== undefined ? null : page
}

function isKnown({ filter, conditions, window }: PageRequest): boolean {
  if (isCounted(conditions)) return true
  const { leaves, words, conditions: others } = conditions
  if (others.length > 0 || skippedBy(window)) return false
  if (words.length > 0) return leaves.length === 0
  // The number of jobs with a tag is only known for all dates together.
  const isUnbounded = filter.createdFrom === null && filter.createdBefore === null
  return leaves.length === 1 && hasAllStatuses(conditions) && (isUnbounded || !isByTag(conditions))
}

const isByTag = ({ leaves }: Conditions): boolean => leaves[0]?.path === TAG_PATH

const skippedBy = ({ cursor, offset }: JobWindow): boolean => cursor === null && offset > 0

const statements = new WeakMap<Kysely<Schema>, LRUCache<string, Statement>>()

/** The statement for all requests that differ only in their values. */
function statementOf(dialect: Dialect, request: PageRequest): Statement {
  const { db } = dialect
  let known = statements.get(db)
  if (known === undefined) statements.set(db, (known = new LRUCache({ max: MAX_STATEMENTS })))
  const { filter, conditions, window, fields } = request
  const shape = [
    conditions.buckets,
    ...[conditions.leaves.length, isByTag(conditions), conditions.words.length > 0],
    ...[filter.createdFrom === null, filter.createdBefore === null],
    ...[window.cursor === null, skippedBy(window), window.limit],
    fields,
  ].join(' ')
  let statement = known.get(shape)
  if (statement === undefined) {
    statement = prepared<Partial<Values>, WholePageRow>(db, (placeholder) => {
      const value = ((name) => {
        const given = placeholder(name)
        // The best plan for a search depends on the words.
        if (conditions.words.length > 0) return given
        return dialect.unplanned(given as RawBuilder<never>, TEXTS.includes(name) ? 'text' : 'bigint')
      }) as ValueOf
      return { compile: () => build(dialect, request, value).compile(db) }
    })
    known.set(shape, statement)
  }
  return statement
}

/** Builds the statement for a request. The only value that it contains is the limit. */
function build(
  dialect: Dialect,
  { filter, conditions, window, fields, maxBytes }: PageRequest,
  value: ValueOf,
): RawBuilder<WholePageRow> {
  const { db } = dialect
  const { createdFrom, createdBefore } = filter
  const account = value('account')
  const isBounded = createdFrom !== null || createdBefore !== null
  const bounds = boundsOf(
    db,
    account,
    createdFrom === null ? null : value('createdFrom'),
    createdBefore === null ? null : value('createdBefore'),
  )
  const from: Bound = createdFrom === null ? 0 : sql<number>`(select lower from bounds)`
  const before: Bound = createdBefore === null ? END : sql<number>`(select upper from bounds)`
  const start: Bound =
    window.cursor === null
      ? before
      : sql<number>`(case when ${before} < ${value('cursor')} then ${before} else ${value('cursor')} end)`
  const scope = { ...conditions, account, from, before }
  const { total, query } = listOf(dialect, scope, start, skippedBy(window), value)
  const parts = {
    total,
    query: query(sql.lit(window.limit + 1)),
    ...(isBounded && { before: sql`bounds as materialized (${bounds})` }),
  }
  return wholePageQuery(dialect, account, parts, fields, maxBytes)
}

type BoundScope = Parameters<typeof byBucket>[1]

/** The total of a list, and its first jobs below `before`. */
function listOf(
  dialect: Dialect,
  scope: BoundScope,
  before: Bound,
  isSkipped: boolean,
  value: ValueOf,
): { total: Expression<number | null>; query: (limit: Expression<number>) => OrdinalQuery } {
  const { db } = dialect
  const { account, leaves, words, from } = scope
  if (words.length > 0)
    return {
      total: countWords(dialect, scope, value('words')),
      query: (limit) => byWords(dialect, { ...scope, before }, limit, value('words')),
    }
  if (leaves.length > 0) {
    const leaf = { path: isByTag(scope) ? TAG_PATH : value('path'), value: value('value') }
    return {
      total: countLeaf(db, account, leaf, kindsOf(scope), [from, scope.before]),
      query: (limit) => byLeaf(db, { ...scope, before }, leaf, limit),
    }
  }
  const below = (bound: Bound, limit: Given<number>) => byBucket(db, { ...scope, before: bound }, limit)
  const first = skipInBuckets(db, { ...scope, before }, value('skipped'))
  return {
    total: countBuckets(db, scope),
    // The start is counted once. Within each bucket's range, it would be counted for each, and SQLite took up to 120 ms to prepare that.
    query: (limit) =>
      isSkipped
        ? sql<{ ordinal: number }>`(
          with start as materialized (select ${first} as ordinal)
          select ordinal from ${below(sql`(select ordinal from start)`, limit)} as page)`
        : below(before, limit),
  }
}
