import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { suite, test } from 'node:test'
import { pino } from 'pino'
import type { WebSocket } from 'ws'
import type { OpenSession } from '../jobs/live.ts'
import { LocalWake } from '../store/databases/local-wake.ts'
import { LiveSessions, type LiveSessionsParts } from './sessions.ts'

suite('a client that waits for its session', () => {
  test('leaves it to a node that has taken it meanwhile, to which the client may be connected', async (t) => {
    const wake = new LocalWake()
    const owners = ['lost', 'lost', null, 'other']
    const asked: string[] = []
    const session = { jobId: 'job', account: 1, isStarted: true, isRevoked: false, params: null, trace: null }
    const store = {
      find: async (): Promise<OpenSession> => ({ ...session, owner: owners.shift() ?? 'other' }),
      start: async () => false,
      ask: async (_jobId: string, owner: string) => {
        asked.push(owner)
        setImmediate(() => wake.notify('released', 'job'))
      },
    }
    const sessions = new LiveSessions({
      store,
      wake,
      node: 'this',
      leaseMs: 60_000,
      settings: { connectSeconds: 60 },
      log: pino({ level: 'silent' }),
    } as unknown as LiveSessionsParts)
    t.after(async () => sessions.close(0))
    const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, resume: () => {} })
    const closed = new Promise((resolve) => Object.assign(socket, { close: resolve }))
    await sessions.connect('token', socket as unknown as WebSocket)
    assert.equal(await closed, 1013)
    assert.deepEqual(asked, ['lost', 'lost'])
  })
})
