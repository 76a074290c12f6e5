/** The requests that are measured. */
import { JOB_FIELDS } from '../../src/jobs/job-text.ts'
import { BURST_DATE, momentAt, ORDINARY_DATE, orderOf, planOf, userOf } from './dataset.ts'
import { random } from './random.ts'
import { COMMON_WORD, RARE_WORD } from './texts.ts'

/** Requests that share a target. */
export type Group = 'first page' | 'filter' | 'metadata' | 'offset' | 'key check' | 'other'

export interface Case {
  readonly name: string
  readonly group: Group
  /** The paths, requested in turn. */
  readonly paths: readonly string[]
  /** Number of pages to follow through `next` from each path. */
  readonly pages?: number
  /** Whether to send the ETag of an earlier response. */
  readonly conditional?: boolean
}

const FILES = '/v2/pre-recorded'
const BOTH = '/v2/transcription'
/** Number of values requested for a parameter that has many. */
const VALUES = 16

/** Suffix of pages without results, whose size does not depend on the age of their jobs. */
export const NO_RESULTS = ', no results'
const LEAN = `fields=${JOB_FIELDS.filter((field) => field !== 'result').join(',')}`

export function cases(jobs: number): Case[] {
  const rng = random(11)
  const one = (name: string, group: Group, path: string): Case => ({ name, group, paths: [path] })
  const many = (name: string, group: Group, path: (ordinal: number) => string): Case => ({
    name,
    group,
    paths: Array.from({ length: VALUES }, () => path(1 + rng.below(jobs))),
  })
  const offset = (name: string, start: number, more = ''): Case => ({
    name,
    group: 'offset',
    paths: Array.from({ length: VALUES }, (_, i) => `${BOTH}?offset=${start - 37 * i}${more}`),
  })
  const range = (ordinal: number) => {
    const part = (0.9 * ordinal) / jobs
    return `after_date=${momentAt(part).toISOString()}&before_date=${momentAt(part + 0.1).toISOString()}`
  }
  const lean = ({ paths, ...what }: Case): Case => ({
    ...what,
    name: what.name + NO_RESULTS,
    paths: paths.map((path) => `${path}&${LEAN}`),
  })
  const ofOldJobs = [
    one('date (burst day)', 'filter', `${BOTH}?date=${BURST_DATE}`),
    one('date (other day)', 'filter', `${FILES}?date=${ORDINARY_DATE}`),
    many('before_date', 'filter', (o) => `${FILES}?before_date=${momentAt(o / jobs).toISOString()}`),
    many('after_date, before_date', 'filter', (o) => `${FILES}?${range(o)}`),
    many('the same, status=error', 'filter', (o) => `${FILES}?${range(o)}&status=error`),
    many('metadata, unique', 'metadata', (o) => `${BOTH}?custom_metadata[order]=${orderOf(o)}`),
    many('metadata, 100 jobs', 'metadata', (o) => `${BOTH}?custom_metadata[user]=${userOf(o, jobs)}`),
  ]
  return [
    one('first page', 'first page', FILES),
    lean(one('first page', 'other', `${FILES}?`)),
    one('first page, both kinds', 'first page', BOTH),
    one('changes', 'other', '/v2/jobs/changes?limit=20'),
    one('key check (limit=1)', 'key check', `${FILES}?limit=1`),
    one('status=done', 'filter', `${FILES}?status=done`),
    one('status=error', 'filter', `${FILES}?status=error`),
    one('status=queued', 'filter', `${FILES}?status=queued`),
    one('status=done,error', 'filter', `${BOTH}?status=done,error`),
    one('kind=live', 'filter', `${BOTH}?kind=live`),
    one('kind=live, status=error', 'filter', `${BOTH}?kind=live&status=error`),
    ...ofOldJobs,
    ...ofOldJobs.map(lean),
    many('metadata, two values', 'metadata', (o) => `${BOTH}?custom_metadata[plan]=${planOf(o)}`),
    many('metadata, 100 jobs, files', 'metadata', (o) => `${FILES}?custom_metadata[user]=${userOf(o, jobs)}`),
    many('metadata, two values, files', 'metadata', (o) => `${FILES}?custom_metadata[plan]=${planOf(o)}`),
    ...[10_000, 100_000].filter((start) => start < jobs).map((start) => offset(`offset ${start}`, start)),
    offset('offset 90 %', jobs * 0.9),
    lean(offset('offset 90 %', jobs * 0.9)),
    offset(
      'offset 90 % of files done',
      Math.floor(jobs * 0.9 * 0.8 * 0.94),
      '&kind=pre-recorded&status=done',
    ),
    { ...one('walk by next, 50 pages', 'other', FILES), pages: 50 },
    one('fields=id,status,created_at', 'other', `${FILES}?fields=id,status,created_at`),
    one('q, a common word', 'other', `${FILES}?q=${COMMON_WORD}`),
    one('q, a rare word', 'other', `${FILES}?q=${RARE_WORD}`),
    { ...one('not modified (304)', 'other', FILES), conditional: true },
  ]
}
