import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { AuditLog, type HeldChange } from './audit-log.ts'

/** Entries that can be kept from being stored. */
class Entries {
  readonly stored: string[] = []
  readonly batches: number[] = []
  fails = false
  gate: Promise<void> | null = null

  async add(changes: readonly HeldChange[]): Promise<void> {
    await this.gate
    if (this.fails) throw new Error('the disk is full')
    this.batches.push(changes.length)
    this.stored.push(...changes.map(({ operation }) => operation))
  }
}

function openLog(entries: Entries, days = 1) {
  const lines: { msg: string; operation?: string; entries?: number }[] = []
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) })
  return { audit: new AuditLog(entries, { log, days }), lines }
}

test('a change is stored before it counts as recorded, and those that happen meanwhile together', async () => {
  const entries = new Entries()
  const { audit, lines } = openLog(entries)
  const gate = Promise.withResolvers<void>()
  entries.gate = gate.promise
  const first = audit.record({ operation: 'first' })
  const others = ['second', 'third'].map(async (operation) => audit.record({ operation }))
  assert.equal(entries.stored.length, 0)
  gate.resolve()
  await first
  assert.ok(entries.stored.includes('first'))
  await Promise.all(others)
  assert.deepEqual(entries.stored, ['first', 'second', 'third'])
  assert.ok(entries.batches.length <= 2)
  assert.deepEqual(
    lines.map(({ msg, operation }) => [msg, operation]),
    ['first', 'second', 'third'].map((operation) => ['audit', operation]),
  )
  await audit.close()
})

test('what cannot be stored fails nothing, is stored later in its order, and says so once', async () => {
  const entries = new Entries()
  const { audit, lines } = openLog(entries)
  entries.fails = true
  await audit.record({ operation: 'first' })
  await audit.record({ operation: 'second' })
  entries.fails = false
  await audit.close()
  assert.deepEqual(entries.stored, ['first', 'second'])
  assert.equal(lines.filter(({ msg }) => msg === 'the audit cannot be stored; retrying').length, 1)
})

test('what is held while the database is away has a bound, and the log has what is lost', async () => {
  const entries = new Entries()
  const { audit, lines } = openLog(entries)
  entries.fails = true
  await Promise.all(Array.from({ length: 10_500 }, async () => audit.record({ operation: 'often' })))
  assert.equal(lines.filter(({ msg }) => msg === 'audit').length, 10_500)
  await audit.close()
  assert.deepEqual(
    lines.filter((line) => line.entries !== undefined).map((line) => line.entries),
    [10_000],
  )
})

test('without days, changes are only logged', async () => {
  const entries = new Entries()
  const { audit, lines } = openLog(entries, 0)
  await audit.record({ operation: 'first' })
  await audit.close()
  assert.deepEqual(entries.stored, [])
  assert.equal(lines[0]?.operation, 'first')
})
