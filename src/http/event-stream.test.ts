import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type AccountEvent, accountEvent } from '../contract/events.ts'
import type { JobProgress } from '../contract/progress.ts'
import { RecognisedText } from '../jobs/recognised-text.ts'
import { EventStream, type WatchedJob } from './event-stream.ts'

const WAITING: JobProgress = {
  status: 'queued',
  stage: null,
  fraction: 0,
  queue_position: 0,
  waiting_for: 'turn',
  eta_seconds: null,
}

/** What a client makes of the bytes of a stream. */
class Reader {
  readonly events: AccountEvent[] = []
  text = ''

  /** Reads what there is. */
  async read(stream: EventStream): Promise<void> {
    for (;;) {
      const bytes = stream.read() as Buffer | null
      await setImmediate()
      if (bytes === null && stream.readableLength === 0) return
      for (const block of String(bytes ?? '').split('\n\n')) {
        const [, event, data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (event === undefined) continue
        const parsed = accountEvent.parse({ event, data: JSON.parse(data) })
        this.events.push(parsed)
        if (parsed.event !== 'text') continue
        assert.ok(parsed.data.from <= this.text.length, 'a gap in the text')
        this.text = this.text.slice(0, parsed.data.from) + parsed.data.text
      }
    }
  }
}

suite('a stream of events', () => {
  test('keeps nothing for a client that does not read, which then gets the newest state alone', async () => {
    const job: WatchedJob = { account: 1, id: 'a', progress: WAITING, text: new RecognisedText() }
    const stream = new EventStream(1, 0, job)
    const reader = new Reader()
    stream.read(0)
    await setImmediate()
    for (let changes = 1; changes <= 10_000; changes++) {
      job.progress = { ...WAITING, queue_position: changes }
      job.text?.append('word ')
      stream.jobsChanged(changes)
      stream.beat()
      assert.ok(stream.readableLength < 1_000)
    }
    await reader.read(stream)
    assert.equal(reader.text, 'word '.repeat(10_000))
    const others = reader.events.filter(({ event }) => event !== 'text')
    assert.deepEqual(others, [
      { event: 'jobs', data: { changes: 0 } },
      { event: 'progress', data: WAITING },
      { event: 'jobs', data: { changes: 10_000 } },
      { event: 'progress', data: { ...WAITING, queue_position: 10_000 } },
    ])
    stream.destroy()
  })

  test('whatever happens and whenever the client reads, its text is that of the newest attempt', async () => {
    const said = fc.record({ say: fc.string({ maxLength: 30_000, size: 'max' }) })
    const step = fc.oneof(said, said, fc.constant('read' as const), fc.constant('begin anew' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const job: WatchedJob = { account: 1, id: 'a', progress: WAITING, text: null }
        const stream = new EventStream(1, 0, job)
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
          // An attempt that has said nothing yet leaves what was shown.
          if (one === 'read' && truth !== '') assert.equal(reader.text, truth)
        }
        stream.destroy()
      }),
      { numRuns: 30 },
    )
  })
})
