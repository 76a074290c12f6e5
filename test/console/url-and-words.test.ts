/** How the console reads its URL, and the words of a transcript. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { barsOf } from '../../src/console/screens/job/player/peak-bars.ts'
import { silencesOf } from '../../src/console/screens/job/player/silences.ts'
import { placeWords, textOf, wordIndexAt } from '../../src/console/screens/job/transcript/transcript-words.ts'
import { countPath, pagePath, placeOf } from '../../src/console/screens/jobs/job-query.ts'
import { transcriptOf } from '../support/console-jobs.ts'
import { randomFrom } from '../support/random.ts'

suite('the filters in the URL', () => {
  const queryOf = (path: string) => Object.fromEntries(new URLSearchParams(path.split('?')[1]))

  test('become the query of the list, with days that include their end', () => {
    const shown = new URLSearchParams(
      'q=late+invoice&status=done&kind=live&from=2025-06-01&to=2025-06-02&offset=50',
    )
    const { fields, ...query } = queryOf(pagePath(shown))
    assert.match(fields ?? '', /^id,/)
    assert.deepEqual(query, {
      q: 'late invoice',
      status: 'done',
      kind: 'live',
      after_date: '2025-05-31T23:59:59.999Z',
      before_date: '2025-06-03T00:00:00.000Z',
      limit: '50',
      offset: '50',
    })
    assert.partialDeepStrictEqual(queryOf(countPath(shown, null)), {
      q: 'late invoice',
      limit: '1',
      fields: 'id',
    })
    assert.ok(!('status' in queryOf(countPath(shown, null))))
    assert.equal(queryOf(countPath(shown, 'error'))['status'], 'error')
  })

  test('may name metadata by path, or as JSON', () => {
    const filterOf = (metadata: string) =>
      queryOf(pagePath(new URLSearchParams({ metadata })))['custom_metadata']
    assert.equal(filterOf('plan=pro, order.id=7'), '{"plan":"pro","order":{"id":"7"}}')
    assert.equal(filterOf('{"tags":["a"]}'), '{"tags":["a"]}')
    assert.equal(filterOf('a=1,a.b=2'), '{"a":{"b":"2"}}')
    assert.equal(filterOf('__proto__.x=1'), '{"__proto__":{"x":"1"}}')
  })

  test('may name several tags, with commas in them', () => {
    const path = pagePath(new URLSearchParams('tag=one,+two&tag=team'))
    assert.deepEqual(new URLSearchParams(path.split('?')[1]).getAll('tag'), ['one, two', 'team'])
  })

  test('continue where the next page begins', () => {
    assert.deepEqual(placeOf('http://host/v2/jobs?limit=50&offset=50&cursor=c'), {
      offset: '50',
      cursor: 'c',
    })
  })
})

suite('the words of a transcript', () => {
  const { utterances } = transcriptOf(['Good morning, everyone.', 'Thank you.'])
  const words = placeWords(utterances)

  test('are located in the text', () => {
    const found = words.map(({ utterance, from, to }) => textOf(utterances[utterance]!).slice(from, to))
    assert.deepEqual(found, ['Good', 'morning,', 'everyone.', 'Thank', 'you.'])
  })

  test('are found by time: the last one that has begun', () => {
    for (const [index, { start, end }] of words.entries()) {
      assert.equal(wordIndexAt(words, start), index)
      assert.equal(wordIndexAt(words, (start + end) / 2), index)
    }
    assert.equal(wordIndexAt(words, 0), -1)
    assert.equal(wordIndexAt(words, 1e6), words.length - 1)
  })
})

suite('the wave of audio', () => {
  test('has bars as high as the loudest channel in their part of the audio', () => {
    const head = { version: 2, sample_rate: 48_000, samples_per_pixel: 2400, bits: 8 } as const
    const peaks = (channels: number, data: number[]) => ({
      ...{ ...head, channels, data },
      length: data.length / channels / 2,
    })
    assert.deepEqual(barsOf(peaks(1, [-100, 50, 0, 25, -10, 10, 0, 0]), 2), [1, 0.1])
    assert.deepEqual(barsOf(peaks(2, [-1, 1, -64, 3, -128, 0, 0, 2]), 2), [0.5, 1])
    assert.deepEqual(barsOf(peaks(1, [-1, 1, 0, 0]), 2), [1 / 16, 0])
    assert.deepEqual(barsOf(peaks(1, []), 0), [])
  })
})

suite('skipped silence', () => {
  test('has no words, and includes every pause that is long enough', () => {
    const random = randomFrom(7)
    for (let round = 0; round < 200; round++) {
      const { utterances } = transcriptOf(['one two three', 'four five', 'six'])
      let at = 0
      const spoken = utterances.map((one) => {
        const words = one.words.map((word) => {
          const start = at + 4 * random() * random()
          at = start + 0.05 + random()
          return { ...word, start, end: at }
        })
        return { ...one, words }
      })
      const unrecognised = [{ start: 3 * random(), end: 3.1 + random() }]
      const all = [...spoken.flatMap(({ words }) => words), ...unrecognised]
      const silences = silencesOf(spoken, unrecognised)
      const isSilent = (time: number) => !all.some(({ start, end }) => start <= time && time < end)
      // Second by second, in hundredths.
      let since = 0
      for (let time = 0; time < at; time += 0.01) {
        if (!isSilent(time)) since = time
        const skipped = silences.some(({ start, end }) => start <= time && time < end)
        assert.ok(!skipped || isSilent(time), `${time} in round ${round}`)
        const next = Math.min(...all.map(({ start }) => start).filter((start) => start > time), at)
        const isLong = next - since > 1.55 && time - since > 0.3 && next - time > 0.3
        assert.ok(skipped || !isLong || !isSilent(time), `${time} is not skipped in round ${round}`)
      }
    }
  })
})
