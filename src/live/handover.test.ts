import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { LocalWake } from '../store/databases/local-wake.ts'
import { Releases } from './handover.ts'

suite('waiting for a session of another node', () => {
  test('ends with its release, or when any session may have been released', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const wake = new LocalWake()
    const releases = new Releases(wake)
    const ended: string[] = []
    const wait = async (jobId: string, name: string) => releases.next(jobId).then(() => ended.push(name))
    const waits = [wait('a', 'first'), wait('a', 'second'), wait('b', 'other')]
    wake.notify('released', 'c')
    wake.notify('released', 'a')
    await Promise.all(waits.slice(0, 2))
    assert.deepEqual(ended, ['first', 'second'])
    wake.notify('released')
    await Promise.all(waits)
  })

  test('ends after a while even without a message, which may be lost', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const wait = new Releases(new LocalWake()).next('a')
    t.mock.timers.tick(1_000)
    await wait
  })
})
