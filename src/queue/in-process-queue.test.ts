import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Work, WorkStore } from '../jobs/work-store.ts'
import { InProcessQueue } from './in-process-queue.ts'

/** A queue with jobs of two accounts, such as "a1" of account "a", that end when they are told to. */
function world({ concurrency, perAccount }: { concurrency: number; perAccount: number }) {
  const waiting: string[] = []
  const ends = new Map<string, () => void>()
  const accountOf = (id: string) => id.charCodeAt(0)
  const store: Pick<WorkStore, 'accounts' | 'claim'> = {
    accounts: async () => [...new Set(waiting.map(accountOf))],
    claim: async (held, of) => {
      const taken = new Set(held)
      const jobId = waiting.find((id) => accountOf(id) === of?.account && !taken.has(id))
      return jobId === undefined ? null : ({ jobId, account: accountOf(jobId) } as Work)
    },
  }
  const queue = new InProcessQueue(store as WorkStore, {
    stage: 'transcribe',
    concurrency,
    perAccount: async () => perAccount,
    run: async ({ jobId }) => {
      await new Promise<void>((resolve) => ends.set(jobId, resolve))
      ends.delete(jobId)
      waiting.splice(waiting.indexOf(jobId), 1)
    },
    onError: (error) => {
      throw error
    },
  })
  const settled = async () => new Promise(setImmediate)
  return {
    running: () => [...ends.keys()].toSorted(),
    add: async (...jobs: string[]) => {
      waiting.push(...jobs)
      queue.wake()
      await settled()
    },
    end: async (job: string) => {
      ends.get(job)?.()
      await settled()
    },
  }
}

suite('the queue of jobs', () => {
  test('keeps a slot for the first job of another account, whoever came before', async () => {
    const { running, add, end } = world({ concurrency: 3, perAccount: 2 })
    await add('a1', 'a2', 'a3', 'a4')
    assert.deepEqual(running(), ['a1', 'a2'])
    await add('b1', 'b2')
    assert.deepEqual(running(), ['a1', 'a2', 'b1'])
    await end('a1')
    assert.deepEqual(running(), ['a2', 'a3', 'b1'], 'both have one running, and take turns')
    await end('b1')
    await end('a2')
    assert.deepEqual(running(), ['a3', 'a4', 'b2'])
    await end('b2')
    assert.deepEqual(running(), ['a3', 'a4'])
  })

  test('gives an account all slots that it may have', async () => {
    const { running, add } = world({ concurrency: 2, perAccount: 2 })
    await add('a1', 'a2', 'a3')
    assert.deepEqual(running(), ['a1', 'a2'])
  })
})
