/**
 * A program: creates, finishes and deletes jobs as fast as the store of the place it is started with lets it, and writes
 * one line for each change that was made. It begins when its standard input ends, and goes on until it is killed or has
 * created as many jobs as it was told to.
 */
import { writeSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { openStore } from '../../src/store/open-store.ts'
import { dialectOf, type StorePlace } from './store-place.ts'

export interface BusyTask {
  readonly place: StorePlace
  /** Jobs of these are created. */
  readonly accounts: readonly string[]
  /** Jobs to be created; null for no end. */
  readonly jobs: number | null
  /** Changes that are under way at the same time. */
  readonly atOnce: number
  readonly seed: number
}

/** Unfinished jobs that it remembers. Those that it forgets are claimed one day, by itself or by others. */
const OPEN = 30

const task = JSON.parse(process.argv[2] ?? '') as BusyTask
await text(process.stdin)
const store = await openStore(dialectOf(task.place))
const accounts: number[] = []
for (const name of task.accounts) accounts.push(await store.accounts.ensureAccount(name))

interface Job {
  readonly id: string
  readonly account: number
}
const open: Job[] = []
const ended: Job[] = []
let created = 0
let state = task.seed

/**
 * What it says is out before it goes on, whatever happens next. Of `process.stdout` that is true only until the reader
 * is some 200 lines behind: then lines wait in this process and die with it, also one that says what is being deleted.
 */
const say = (...words: string[]) => writeSync(1, `${words.join(' ')}\n`)

/** From 0 to 1, the same ones for the same seed. */
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

/** One that was created, or one that was left by somebody else. */
async function finish(): Promise<void> {
  const claimed = random() < 0.1 ? await store.work.claim(open.map(({ id }) => id)) : null
  const job =
    claimed === null
      ? open.splice(random() * open.length, 1)[0]
      : { id: claimed.jobId, account: claimed.account }
  if (job === undefined) return
  const isDone = random() < 0.7
  const result = { transcription: { full_transcript: 'a few words that are the same in all of them' } }
  const isMine = await store.work.finish(
    job.id,
    // Only the transcript is looked at.
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

async function work(): Promise<void> {
  while (task.jobs === null || created < task.jobs) {
    await create()
    if (random() < 0.3) await finish()
    if (random() < 0.1) await remove()
  }
}

await Promise.all(Array.from({ length: task.atOnce }, work))
await store.close()
