/**
 * A program that creates, finishes, tags and deletes jobs in a store as fast as it can, and writes one line per change. It
 * starts when its standard input ends, and continues until it is killed or has created the given number of jobs.
 */
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { OPERATOR } from '../../src/jobs/caller.ts'
import { openTestStore } from '../../src/store/testing/open-test-store.ts'
import { deletionOf } from './deletion-of.ts'
import { dialectOf, type StorePlace } from './store-place.ts'
import { claimNext } from './claim-work.ts'
import { NO_FILTER } from './no-filter.ts'

export interface BusyTask {
  readonly place: StorePlace
  /** Names; jobs are created for each in turn. */
  readonly accounts: readonly string[]
  /** Jobs to create; null for no limit. */
  readonly jobs: number | null
  /** Concurrent changes. */
  readonly atOnce: number
  readonly seed: number
}

/** Number of unfinished jobs that it remembers. The others are claimed later, by any of the processes. */
const OPEN = 30

const task = JSON.parse(process.argv[2] ?? '') as BusyTask
await text(process.stdin)
const store = await openTestStore(dialectOf(task.place))
const accounts: number[] = []
for (const name of task.accounts) accounts.push(await store.accounts.ensure(name))

interface Job {
  readonly id: string
  readonly account: number
}
const open: Job[] = []
const ended: Job[] = []
/** In the trash. */
const trashed: Job[] = []
let created = 0
let state = task.seed

/**
 * Writes a line synchronously. `process.stdout` does so only until the reader is about 200 lines behind:
 * then lines are buffered in this process, and lost when it is killed.
 */
const say = (...words: string[]) => writeSync(1, `${words.join(' ')}\n`)

/** A number in [0, 1), reproducible by the seed. */
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

async function create(): Promise<void> {
  const account = accounts[created++ % accounts.length]!
  const customMetadata = { plan: random() < 0.5 ? 'free' : 'pro', order: { id: Math.floor(random() * 1e6) } }
  const job = { kind: 'pre-recorded', customMetadata, requestParams: {}, fileId: null } as const
  const { id } = await store.jobs.create(account, job)
  say('created', id)
  open.push({ id, account })
  if (open.length > OPEN) open.shift()
}

/** Finishes one of its own jobs, or one that another process left. */
async function finish(): Promise<void> {
  const claimed = random() < 0.1 ? await claimNext(store.work) : null
  const job =
    claimed === null
      ? open.splice(random() * open.length, 1)[0]
      : { id: claimed.jobId, account: claimed.account }
  if (job === undefined) return
  const isDone = random() < 0.7
  const result = {
    transcription: {
      full_transcript: 'a few words that are the same in all of them',
      languages: [],
      utterances: [],
    },
  }
  const isMine = await store.work.finish(
    job.id,
    // Only the transcript is read.
    isDone
      ? { status: 'done', result: result as never }
      : { status: 'error', code: 422, message: 'unusable' },
  )
  if (!isMine) return
  say('ended', job.id, isDone ? 'done' : 'error')
  ended.push(job)
}

async function remove(): Promise<void> {
  const job = ended.splice(random() * ended.length, 1)[0]
  if (job === undefined) return
  say('deleting', job.id)
  if ((await store.jobs.delete(job.account, job.id, null)) !== null) say('deleted', job.id)
}

/** Moves a job to the trash and, most of the time, restores another. */
async function move(): Promise<void> {
  const job = ended.splice(random() * ended.length, 1)[0]
  if (job === undefined) return
  if ((await store.jobs.trash(job.account, job.id, null)) === 'trashed') trashed.push(job)
  if (random() < 0.2) return
  const back = trashed.splice(random() * trashed.length, 1)[0]
  if (back !== undefined && (await store.trash.restore(back.account, back.id))) ended.push(back)
}

/** Changes the details of a job, which may be in the trash by now. */
async function tag(): Promise<void> {
  const job = ended[Math.floor(random() * ended.length)]
  if (job === undefined) return
  const details = { tags: random() < 0.5 ? ['old'] : [], title: `title ${random()}` }
  await store.jobs.setDetails(job.account, job.id, details, OPERATOR)
}

/** Moves the jobs with a tag to the trash, in the background. */
async function sweep(): Promise<void> {
  for (const account of accounts)
    await store.bulkRequests.begin(account, deletionOf({ ...NO_FILTER, tags: ['old'] }, true))
  for (let i = 0; i < 4; i++) await store.bulkRequests.advance(20)
}

async function work(): Promise<void> {
  while (task.jobs === null || created < task.jobs) {
    await create()
    if (random() < 0.3) await finish()
    if (random() < 0.1) await remove()
    if (random() < 0.1) await move()
    if (random() < 0.1) await tag()
    if (random() < 0.01) await sweep()
  }
}

await Promise.all(Array.from({ length: task.atOnce }, work))
await store.close()
