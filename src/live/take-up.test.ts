import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../test/support/until.ts'
import { TakeUp, type TakeUpParts } from './take-up.ts'

suite('a session that no client has connected to, according to the database', () => {
  /** Looks for the session until it is ended. Returns how many milliseconds that took. */
  async function msUntilEnded(isShared: boolean, leaseMs: number): Promise<number> {
    const ended: string[] = []
    const takeUp = new TakeUp({
      store: { abandoned: async () => [{ jobId: 'job', isStarted: false, isRevoked: false, params: {} }] },
      sessions: { has: () => false, endUnopened: async (jobId: string) => ended.push(jobId) },
      connectSeconds: 300,
      isShared,
      leaseMs,
      draining: new AbortController().signal,
    } as unknown as TakeUpParts)
    const start = performance.now()
    await until(async () => {
      await takeUp.run(0)
      return ended.length > 0
    })
    return performance.now() - start
  }

  test('is ended only after the lease of a node that may have it and would start it again', async () => {
    assert.ok((await msUntilEnded(true, 100)) >= 100)
  })

  test('is ended immediately if no other node can have it', async () => {
    assert.ok((await msUntilEnded(false, 600_000)) < 600_000)
  })
})
