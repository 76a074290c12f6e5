/** Speakers told apart again match those that a new job would have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realCases } from '../../../test/ears/speakers.ts'
import { Recogniser } from '../batch/recogniser.ts'
import { recordingOf } from '../testing/memory-recording.ts'
import { unpacked } from './kept-voices.ts'
import type { SpeakerRange } from './speaker-clusters.ts'
import { speakersAgain } from './speakers-again.ts'
import { conversation, voicesOf } from './testing/conversation.ts'
import { DEVELOPMENT } from './testing/recordings.ts'
import { withSpeakers } from './with-speakers.ts'
import type { Recording } from '../../audio/recording.ts'
import type { Utterance } from '../../contract/transcript.ts'

const { signal } = new AbortController()

const exactly = (count: number): SpeakerRange => ({ min: count, max: count })

/** The configurations that are applied in turn. */
const CONFIGS = [
  exactly(1),
  exactly(5),
  exactly(3),
  {},
  { min: 2, max: 4 },
  exactly(2),
  { max: 1 },
  exactly(3),
]

/** Each transcript is made from the one before, and compared with that of a new job. */
async function assertAsNew(utterances: readonly Utterance[], recording: Recording): Promise<number> {
  const fresh = async (range: SpeakerRange) => withSpeakers(utterances, recording, range, null, signal)
  const { voices, utterances: first } = await fresh({})
  let spoken: readonly Utterance[] = first
  const counts = new Set<number>()
  for (const range of CONFIGS) {
    spoken = await speakersAgain(spoken, unpacked(voices), range)
    const wanted = (await fresh(range)).utterances
    // Word confidences have three digits each, so the mean over a joined utterance may differ in the last one.
    for (const [i, { confidence }] of wanted.entries())
      assert.ok(Math.abs((spoken[i]?.confidence ?? NaN) - confidence) < 0.0011)
    const comparable = (all: readonly Utterance[]) => all.map((one) => ({ ...one, confidence: 0 }))
    assert.deepEqual(comparable(spoken), comparable(wanted), JSON.stringify(range))
    counts.add(new Set(spoken.map(({ speaker }) => speaker)).size)
  }
  return counts.size
}

test('in real conversations', async () => {
  for (const { utterances, samples } of await realCases(DEVELOPMENT.conversations))
    await assertAsNew(utterances, recordingOf(samples))
})

const voices = await voicesOf(['presenter', 'frenchReader', 'reader', 'germanReader'], DEVELOPMENT)
const style = { seconds: 60, turn: [2, 8], gap: [0.05, 0.8], overlap: 0.1 } as const

test('on two channels', async () => {
  const [first, second] = [1, 2].map((seed) => conversation(voices, style, seed))
  const onSecond = second!.utterances.map((one) => ({ ...one, channel: 1 }))
  const utterances = [...first!.utterances, ...onSecond].toSorted((a, b) => a.start - b.start)
  const counts = await assertAsNew(utterances, recordingOf(first!.samples, second!.samples))
  assert.ok(counts >= 4, `${counts} different numbers of speakers`)
})

test('with the words of the real recogniser', async () => {
  const { samples } = conversation(voices, style, 3)
  const recogniser = new Recogniser()
  const options = { languages: ['en' as const], codeSwitching: false }
  const { utterances } = await recogniser.recognise(recordingOf(samples), options)
  await recogniser.close()
  await assertAsNew(utterances, recordingOf(samples))
})
