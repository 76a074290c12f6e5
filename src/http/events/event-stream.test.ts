import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type AccountEvent, accountEvent } from '../../contract/events.ts'
import type { JobProgress } from '../../contract/progress.ts'
import { RecognisedText } from '../../jobs/recognised-text.ts'
import { type ChangeCursor, formatChangeCursor } from '../../contract/change-cursor.ts'
import type { ChangedIds } from '../../jobs/job.ts'
import { ChangeFeed } from './change-feed.ts'
import { EventStream, type Followed, type WatchedJob } from './event-stream.ts'

const WAITING: JobProgress = {
  status: 'queued',
  stage: null,
  fraction: 0,
  queue_position: 0,
  waiting_for: 'turn',
  eta_seconds: null,
}

/** A client that parses the bytes of a stream. */
class Reader {
  readonly events: AccountEvent[] = []
  text = ''

  /** Reads everything available. */
  async read(stream: EventStream): Promise<void> {
    for (;;) {
      const bytes = stream.read() as Buffer | null
      await setImmediate()
      if (bytes === null && stream.readableLength === 0) return
      for (const block of String(bytes ?? '').split('\n\n')) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const [id, event, data] = [field('id'), field('event'), field('data')]
        if (event === undefined || data === undefined) continue
        const parsed = accountEvent.parse({ event, data: JSON.parse(data), ...(id !== undefined && { id }) })
        this.events.push(parsed)
        if (parsed.event !== 'text') continue
        assert.ok(parsed.data.from <= this.text.length, 'a gap in the text')
        this.text = this.text.slice(0, parsed.data.from) + parsed.data.text
      }
    }
  }
}

const place = (change: number): ChangeCursor => ({
  ...{ history: '0123456789ab', change, ordinal: 1_000, firstUntil: null },
})

/** The changes of the jobs of an account, as in the store. */
class Account implements Followed {
  readonly id = 1
  readonly feed = new ChangeFeed(place(0))
  change = 0
  /** Number of the last change of each job, by ordinal; negative for deleted jobs. */
  readonly jobs = new Map<number, number>()

  /** Some jobs change at once. */
  changes(ordinals: readonly number[], isDeleted = false): void {
    this.change += 1
    for (const ordinal of ordinals) this.jobs.set(ordinal, isDeleted ? -this.change : this.change)
  }

  after(from: ChangeCursor, limit: number): ChangedIds {
    const all = [...this.jobs]
      .map(([ordinal, change]) => ({ ordinal, change: Math.abs(change), isDeleted: change < 0 }))
      .filter(
        ({ ordinal, change }) => change > from.change || (change === from.change && ordinal > from.ordinal),
      )
      .toSorted((a, b) => a.change - b.change || a.ordinal - b.ordinal)
    const jobs = all.slice(0, limit).map(({ ordinal, change, isDeleted }) => ({
      ...{ ordinal, change, id: idOf(ordinal), status: isDeleted ? null : ('done' as const) },
    }))
    const more = all.length > limit
    return { jobs, more, next: more ? { ...from, ...jobs.at(-1) } : place(this.change) }
  }
}

const idOf = (ordinal: number) => `00000000-0000-4000-8000-${String(ordinal).padStart(12, '0')}`

suite('a stream of events', () => {
  test('buffers nothing for a client that does not read, which later receives only the newest state', async () => {
    const account = new Account()
    const job: WatchedJob = { id: 'a', progress: WAITING, text: new RecognisedText() }
    let isBehind = false
    const stream = new EventStream(account, place(0), job, () => (isBehind = true))
    const reader = new Reader()
    stream.read(0)
    await setImmediate()
    for (let change = 1; change <= 10_000; change++) {
      job.progress = { ...WAITING, queue_position: change }
      job.text?.append('word ')
      account.changes([1])
      account.feed.extend(account.after(account.feed.end, 10))
      stream.sendNews()
      stream.beat()
      assert.ok(stream.readableLength < 1_000)
    }
    await reader.read(stream)
    assert.ok(isBehind, 'changes that the feed no longer has must be read')
    stream.catchUp(account.after(stream.place, 10))
    await reader.read(stream)
    assert.equal(reader.text, 'word '.repeat(10_000))
    const others = reader.events.filter(({ event }) => event !== 'text')
    const changed = { id: idOf(1), status: 'done', change: 'updated' }
    const id = formatChangeCursor({ ...place(10_000), ordinal: 1 })
    assert.deepEqual(others, [
      { event: 'progress', data: { ...WAITING, queue_position: 10_000 } },
      { event: 'job', id, data: changed },
    ])
    stream.destroy()
  })

  test('a client that reads and reconnects at any time receives each change exactly once', async () => {
    const ordinals = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 })
    const step = fc.oneof(
      fc.record({ change: ordinals, isDeleted: fc.boolean() }),
      fc.constantFrom('look', 'look', 'read', 'read', 'catch up', 'connect again'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, limit) => {
          const account = new Account()
          const known = new Map<string, number>()
          let isBehind = false
          const connect = (from: ChangeCursor) => {
            isBehind = false
            return new EventStream(account, from, null, () => (isBehind = true))
          }
          let stream = connect(place(0))
          let reader = new Reader()
          let last = ''
          const read = async () => {
            await reader.read(stream)
            for (const event of reader.events.splice(0)) {
              assert.ok(event.event === 'job')
              const [, change = '', ordinal = ''] = event.id.split('-')
              const number = Number.parseInt(change, 36)
              assert.ok(number > (known.get(event.data.id) ?? 0), 'each change once')
              assert.ok(event.id.length > last.length || event.id > last, 'in order')
              last = event.id
              assert.equal(event.data.id, idOf(Number.parseInt(ordinal, 36)))
              known.set(event.data.id, event.data.change === 'deleted' ? -number : number)
            }
          }
          const look = () => {
            if (account.feed.endsBefore(account.change))
              account.feed.extend(account.after(account.feed.end, limit))
            stream.sendNews()
          }
          const catchUp = () => {
            if (!isBehind) return
            isBehind = false
            stream.catchUp(account.after(stream.place, limit))
          }
          for (const one of steps)
            if (typeof one === 'object') account.changes(one.change, one.isDeleted)
            else if (one === 'look') look()
            else if (one === 'read') await read()
            else if (one === 'catch up') catchUp()
            else {
              await read()
              const { place: from } = stream
              stream.destroy()
              stream = connect(from)
              reader = new Reader()
            }
          for (let i = 0; i < 100; i++) {
            look()
            catchUp()
            await read()
          }
          assert.deepEqual(
            known,
            new Map([...account.jobs].map(([ordinal, change]) => [idOf(ordinal), change])),
          )
          stream.destroy()
        },
      ),
      { numRuns: 100 },
    )
  })

  test('a client that reads at any time has the text of the newest attempt', async () => {
    const said = fc.record({ say: fc.string({ maxLength: 30_000, size: 'max' }) })
    const step = fc.oneof(said, said, fc.constant('read' as const), fc.constant('begin anew' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const job: WatchedJob = { id: 'a', progress: WAITING, text: null }
        const stream = new EventStream(new Account(), place(0), job, () => {})
        const reader = new Reader()
        let truth = ''
        for (const one of [...steps, 'read' as const]) {
          if (one === 'read') await reader.read(stream)
          else if (one === 'begin anew') [job.text, truth] = [new RecognisedText(), '']
          else {
            job.text ??= new RecognisedText()
            job.text.append(one.say)
            truth += one.say
          }
          stream.sendNews()
          // An attempt without text yet leaves the previous text in place.
          if (one === 'read' && truth !== '') assert.equal(reader.text, truth)
        }
        stream.destroy()
      }),
      { numRuns: 30 },
    )
  })
})
