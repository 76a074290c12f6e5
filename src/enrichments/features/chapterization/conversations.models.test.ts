/**
 * Topics, summaries and chapters of conversations with known boundaries. `TEST_CONVERSATIONS=1000` evaluates that many,
 * and `TEST_FIGURES=1` prints the figures of `docs/features.md`.
 */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { chaptersOf } from './chapters.ts'
import { conversation, type Material } from '../../testing/conversations.ts'
import { segmentationErrors } from '../../testing/segmentation-errors.ts'
import { headlineFaults, textFaults } from '../../testing/text-faults.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { topicsOf } from '../../topics/topics.ts'
import { extractiveSummary } from '../summarization/enrichment.ts'

const RUNS = Number(process.env.TEST_CONVERSATIONS ?? 50)
const { signal } = new AbortController()

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

suite('conversations', () => {
  for (const [material, runs, limit] of [
    ['heldOut', RUNS / 2, 0.25],
    ['tuning', RUNS / 2, 0.25],
  ] satisfies [Material, number, number][])
    test(`${material}: chapters begin where the theme changes, and no text has a fault`, async (t) => {
      const errors: { windowDiff: number; pk: number }[] = []
      const faults: string[] = []
      let texts = 0
      for (let seed = 1; seed <= runs; seed += 1) {
        const { transcription, themes } = conversation(material, seed)
        const sentences = sentencesOf(transcription.utterances)
        const chapters = await chaptersOf(sentences, Infinity, null, signal)
        const summary = await extractiveSummary(await topicsOf(sentences, signal), 'general')
        const words = transcription.utterances.flatMap((utterance) => utterance.words)
        const found = words.map(({ start }) => chapters.findLastIndex((chapter) => chapter.start <= start))
        errors.push(segmentationErrors(themes, found))
        const checked = [summary, ...chapters.map((chapter) => chapter.summary ?? '')]
        faults.push(
          ...checked.flatMap((text) => textFaults(text).map((fault) => `${seed}: ${fault}: ${text}`)),
          ...chapters.flatMap(({ headline, text }) =>
            headlineFaults(headline, text).map((fault) => `${seed}: ${fault}: ${headline}`),
          ),
        )
        texts += checked.length + chapters.length
      }
      const [windowDiff, pk] = [
        sum(errors.map((error) => error.windowDiff)) / errors.length,
        sum(errors.map((error) => error.pk)) / errors.length,
      ]
      if (process.env.TEST_FIGURES)
        t.diagnostic(
          `WindowDiff ${windowDiff.toFixed(3)}, Pk ${pk.toFixed(3)}, ${faults.length} faults in ${texts} texts`,
        )
      assert.deepEqual(faults, [])
      assert.ok(windowDiff <= limit, `${windowDiff}`)
    })
})
