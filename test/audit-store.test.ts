/** The audit log of each store returns exactly what was recorded, page by page, even while entries are added. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { OPERATOR } from '../src/jobs/caller.ts'
import type { HeldChange } from '../src/jobs/audit-log.ts'
import type { AuditWindow, StoredEntry } from '../src/store/accounts/audit-store.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'

const ALL: AuditWindow = {
  ...{ account: null, operations: null, by: null, from: null, before: null, after: null },
  limit: 1000,
}
const OPERATIONS = ['createKey', 'deleteJobs', 'updateJob', 'expireJobs']

onEachStore('the audit', (fresh) => {
  test('is listed newest first, with every filter, without gaps among entries of the same time', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const other = await store.accounts.ensure('other')
    const random = randomFrom(7)
    const one = <Of>(of: readonly Of[]): Of => of[Math.floor(random() * of.length)]!
    const people = ['anna', 'bob'].map((id) => ({ kind: 'user', id, name: id }) as const)
    const change = (): HeldChange => ({
      ...{ id: randomUUID(), operation: one(OPERATIONS), account: one([account, other, undefined]) },
      ...{ by: one([...people, OPERATOR]), details: { id: randomUUID() } },
      // Few distinct times, so that many entries share one.
      age: 60_000 * Math.floor(random() * 5),
    })
    await store.audit.add(Array.from({ length: 400 }, change))
    const entries = await store.audit.page(ALL)
    assert.equal(entries.length, 400)
    const times = entries.map(({ at }) => at)
    assert.ok(new Set(times).size < 20, 'pages must end between entries of the same time')

    for (let i = 0; i < 40; i++) {
      const window: AuditWindow = {
        account: one([null, account, other]),
        operations: one([null, null, ['createKey'], ['deleteJobs', 'expireJobs'], []]),
        by: one([null, null, 'anna', 'operator']),
        from: one([null, one(times)]),
        before: one([null, one(times)]),
        after: null,
        limit: 1 + Math.floor(random() * 40),
      }
      const name = window.account === null ? null : window.account === account ? 'default' : 'other'
      const expected = entries.filter(
        (entry) =>
          (name === null || entry.account === name) &&
          (window.operations?.includes(entry.operation) ?? true) &&
          (window.by === null || (entry.by?.id ?? entry.by?.kind) === window.by) &&
          entry.at >= (window.from ?? 0) &&
          entry.at < (window.before ?? Infinity),
      )
      const found: StoredEntry[] = []
      for (let after: StoredEntry | null = null; ;) {
        const page = await store.audit.page({ ...window, after })
        found.push(...page)
        if (page.length < window.limit) break
        after = page.at(-1)!
        // The newest entry: it belongs before the first page.
        const id = randomUUID()
        await store.audit.add([{ operation: 'updateMe', account, id, age: -3_600_000 }])
      }
      const isNew = ({ operation }: StoredEntry) => operation === 'updateMe'
      assert.deepEqual(
        found.filter((entry) => !isNew(entry)),
        expected,
        JSON.stringify(window),
      )
    }
  })

  test('has each change once however often it is stored, and none of a deleted account', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const change = { operation: 'createKey', id: randomUUID(), age: 0 }
    await store.audit.add([{ ...change, account }])
    await store.audit.add([
      { ...change, account },
      { ...change, id: randomUUID(), account: 4711 },
    ])
    assert.deepEqual(
      (await store.audit.page(ALL)).map(({ id }) => id),
      [change.id],
    )
  })

  test('expires in batches, by the clock of the database', async (t) => {
    const { store, account, close } = await openFresh(fresh)
    t.after(close)
    const old = (age: number) => ({ operation: 'updateJob', account, id: randomUUID(), age })
    await store.audit.add([old(0), old(86_400_000), old(86_400_001), old(90_000_000)])
    assert.equal(await store.audit.removeExpired(86_400_000, 2), true)
    assert.equal((await store.audit.page(ALL)).length, 2)
    assert.equal(await store.audit.removeExpired(86_400_000, 2), false)
    assert.equal((await store.audit.page(ALL)).length, 1)
  })
})
