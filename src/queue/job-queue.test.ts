import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Work } from '../jobs/work.ts'
import type { WorkStore } from '../store/jobs/work-store.ts'
import { JobQueue, type QueueOptions } from './job-queue.ts'

/** A queue with jobs of two accounts, such as "a1" of account "a". The oldest job is claimed first. */
function world({
  concurrency,
  perAccount,
  isTaking = () => true,
  onError = (error) => {
    throw error
  },
}: Pick<QueueOptions, 'concurrency'> & { perAccount: number } & Partial<
    Pick<QueueOptions, 'isTaking' | 'onError'>
  >) {
  const waiting: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  let epoch = 0
  const store: Pick<WorkStore, 'claim'> = {
    claim: async (node, { except = [] }) => {
      const next = waiting.findIndex((id) => !except.includes(id.charCodeAt(0)))
      if (next === -1) return null
      const [jobId = ''] = waiting.splice(next, 1)
      return { jobId, node, epoch: ++epoch, account: jobId.charCodeAt(0) } as Work
    },
  }
  const queue = new JobQueue(store as WorkStore, {
    node: 'node',
    isTaking,
    leaseMs: 1_000,
    stage: 'transcribe',
    concurrency,
    perAccount: async () => perAccount,
    run: async ({ jobId }, signal) => {
      await new Promise<void>((resolve, reject) => {
        ends.set(jobId, (error) => (error === undefined ? resolve() : reject(error)))
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
      ends.delete(jobId)
    },
    onError,
  })
  const settled = async () => new Promise(setImmediate)
  return {
    queue,
    settled,
    running: () =>
      queue
        .claims()
        .map(({ jobId }) => jobId)
        .toSorted(),
    add: async (...jobs: string[]) => {
      waiting.push(...jobs)
      queue.wake()
      await settled()
    },
    end: async (job: string) => {
      ends.get(job)?.()
      await settled()
    },
    fail: async (job: string, error: Error) => {
      ends.get(job)?.(error)
      await settled()
    },
  }
}

suite('the queue of a node', () => {
  test('keeps a slot free for the first job of another account', async () => {
    const { running, add, end } = world({ concurrency: 3, perAccount: 2 })
    await add('a1', 'a2', 'a3', 'a4')
    assert.deepEqual(running(), ['a1', 'a2'])
    await add('b1', 'b2')
    assert.deepEqual(running(), ['a1', 'a2', 'b1'])
    await end('a1')
    assert.deepEqual(running(), ['a2', 'a3', 'b1'])
  })

  test('gives an account as many slots as its limit allows', async () => {
    const { running, add } = world({ concurrency: 2, perAccount: 2 })
    await add('a1', 'a2', 'a3')
    assert.deepEqual(running(), ['a1', 'a2'])
  })

  test('claims nothing while its node is paused, and continues when it is woken', async () => {
    let isTaking = true
    const { queue, settled, running, add, end } = world({
      concurrency: 2,
      perAccount: 2,
      isTaking: () => isTaking,
    })
    await add('a1')
    isTaking = false
    await add('a2', 'a3')
    assert.deepEqual(running(), ['a1'], 'a running job continues')
    await end('a1')
    assert.deepEqual(running(), [])
    isTaking = true
    queue.wake()
    await settled()
    assert.deepEqual(running(), ['a2', 'a3'])
  })

  test('reports a job that could not be ended, lets its lease expire, and continues with other jobs', async () => {
    const errors: unknown[] = []
    const { running, add, fail } = world({
      concurrency: 1,
      perAccount: 1,
      onError: (error) => errors.push(error),
    })
    await add('a1', 'a2')
    const error = new Error('as intended')
    await fail('a1', error)
    assert.deepEqual(errors, [error])
    assert.deepEqual(running(), ['a2'])
  })

  test('aborts a lost claim, but not a later claim of the same job', async () => {
    const { queue, settled, running, add } = world({ concurrency: 2, perAccount: 2 })
    await add('a1')
    const [lost] = queue.claims()
    await add('a1')
    queue.abort('a1', lost?.epoch)
    await settled()
    assert.deepEqual(running(), ['a1'])
    queue.abort('a1')
    await settled()
    assert.deepEqual(running(), [])
  })
})
