import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type Entry, Journal, type Line } from './journal.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scriptorium-journal-'))
})
after(async () => rm(folder, { recursive: true }))

async function open(name: string, onWritten: (line: Line) => void = () => {}): Promise<Journal> {
  const journal = await Journal.open(join(folder, name))
  journal.on('line', onWritten)
  return journal
}

async function entriesOf(journal: Journal, position = 0): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const { entry } of journal.lines(position)) entries.push(entry)
  return entries
}

suite('a journal', () => {
  test('returns its entries from any line onwards, even after it is opened again', async () => {
    const written: Line[] = []
    const journal = await open('whole', (line) => written.push(line))
    const entries: Entry[] = [
      '{"type":"error","error":{"message":"ü, 日本, 🎙️"}}',
      { mark: 'acknowledged', at: 1, range: [0, 1600], confirmed: 0 },
      ...Array.from({ length: 2_000 }, (_, i) => `{"n":${i},"text":"${'x'.repeat(i)}"}`),
      { mark: 'stopped' },
    ]
    for (const entry of entries) journal.append(entry)
    await journal.written()
    assert.deepEqual(
      written.map(({ entry }) => entry),
      entries,
    )
    for (const start of [0, 1, 2, 1_000, entries.length]) {
      assert.deepEqual(await entriesOf(journal, written[start]?.start ?? journal.end), entries.slice(start))
    }
    await journal.close()
    const next = await open('whole')
    assert.deepEqual(await entriesOf(next), entries)
    assert.equal(next.end, journal.end)
    await next.close()
  })

  test('drops a line that a crash truncated, and continues after the previous one', async () => {
    const journal = await open('torn')
    journal.append('{"n":1}')
    await journal.close()
    await appendFile(join(folder, 'torn'), '{"mark":"ackno')
    const next = await open('torn')
    next.append('{"n":2}')
    await next.written()
    assert.deepEqual(await entriesOf(next), ['{"n":1}', '{"n":2}'])
    await next.close()
  })
})
