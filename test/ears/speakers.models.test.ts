import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conversation, voicesOf } from '../../src/speech/speakers/testing/conversation.ts'
import { DEVELOPMENT, UNSEEN } from '../../src/speech/speakers/testing/recordings.ts'
import { long } from '../support/long.ts'
import { diarized, diarizedAll, type Outcome, realCases, setsOf, STYLES, summaryOf } from './speakers.ts'

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

function assertGood(outcomes: readonly Outcome[], { right, rate }: { right: number; rate: number }): void {
  const found = summaryOf(outcomes)
  const all = outcomes
    .map((one) => `${one.name}: ${one.speakers} speakers of ${one.voices}, ${percent(one.rate)}`)
    .join('\n')
  assert.ok(found.right >= right, `the number is right in ${found.right} of ${found.of}\n${all}`)
  assert.ok(found.rate < rate, `the error rate is ${percent(found.rate)}\n${all}`)
}

test('the two speakers of real conversations are told apart', async () => {
  const cases = await realCases([...DEVELOPMENT.conversations, ...UNSEEN.conversations])
  assertGood(await diarizedAll(cases), { right: 12, rate: 0.16 })
})

test('three voices that alternate for eight minutes are three speakers', async () => {
  const voices = await voicesOf(['italian', 'giovanni', 'david'], DEVELOPMENT)
  const talk = conversation(voices, STYLES.long(0), 1)
  assertGood([await diarized({ name: 'a meeting', voices: 3, ...talk })], { right: 1, rate: 0.15 })
})

for (const part of ['development', 'unseen'] as const)
  test(`all sets of ${part} voices`, long, async (t) => {
    const sets = await setsOf(part)
    for (const [set, cases] of Object.entries(sets)) {
      const outcomes = await diarizedAll(cases)
      for (const count of new Set(outcomes.map(({ voices }) => voices))) {
        const { right, of, rate } = summaryOf(outcomes.filter(({ voices }) => voices === count))
        t.diagnostic(`${set}, ${count} voices: number right in ${right} of ${of}, ${percent(rate)}`)
      }
      assertGood(outcomes, { right: outcomes.length / 2, rate: 0.3 })
    }
    const told: Outcome[] = []
    for (const one of sets.long) told.push(await diarized(one, { min: one.voices, max: one.voices }))
    t.diagnostic(`long, their number given: ${percent(summaryOf(told).rate)}`)
    assertGood(told, { right: told.length / 2, rate: 0.25 })
  })
