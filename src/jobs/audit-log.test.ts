import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { AuditLog, type HeldChange } from './audit-log.ts'

/** A store of entries that can be made to wait or to fail. */
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

test('record resolves once the change is stored, and changes made meanwhile are stored together', async () => {
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

test('a change that cannot be stored fails no request, is stored later in order, and is logged as a failure once', async () => {
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

test('the number of changes held while the database is unavailable is limited, and lost ones are in the log', async () => {
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

test('with 0 days, changes are only logged', async () => {
  const entries = new Entries()
  const { audit, lines } = openLog(entries, 0)
  await audit.record({ operation: 'first' })
  await audit.close()
  assert.deepEqual(entries.stored, [])
  assert.equal(lines[0]?.operation, 'first')
})
