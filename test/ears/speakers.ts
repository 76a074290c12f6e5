/** Who says what: real conversations with known turns, recordings of one person, and conversations composed of real voices. */
import path from 'node:path'
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { pulledModels } from '../../src/models/pulled/pulled-model.ts'
import { joined } from '../../src/speech/testing/signals.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import {
  type Conversation,
  conversation,
  type Phrases,
  type Style,
  utterancesOf,
  voicesOf,
  wordsIn,
} from '../../src/speech/speakers/testing/conversation.ts'
import { knownRecordings } from '../../src/speech/speakers/testing/known-speech.ts'
import { diarizationError } from '../../src/speech/speakers/testing/error-rate.ts'
import {
  DEVELOPMENT,
  type LabelledRecording,
  type Part,
  UNSEEN,
} from '../../src/speech/speakers/testing/recordings.ts'
import type { SpeakerRange } from '../../src/speech/speakers/speaker-clusters.ts'
import type { DiarizerThread } from '../../src/speech/speakers/diarizer-thread.ts'
import { SpeakerModels } from '../../src/speech/speakers/speaker-models.ts'
import { withSpeakers } from '../../src/speech/speakers/with-speakers.ts'
import type { Figure } from './figure.ts'

/** A recording with known speakers, as given to diarization. */
interface Case extends Conversation {
  readonly name: string
  /** Their number. */
  readonly voices: number
}

type StyleName = 'long' | 'brisk' | 'short'
type SetName = 'conversations' | 'monologues' | StyleName

/** The cases of one part of the recordings. */
type Sets = Readonly<Record<SetName, readonly Case[]>>

/** The voices of the composed conversations: persons with at least 8 s of speech, certainly all different. */
const VOICES = {
  development: [
    ...['italian', 'benjamin', 'german', 'giovanni', 'david', 'daughter', 'presenter', 'reader', 'president'],
    ...[
      'frenchReader',
      'germanReader',
      'maria',
      'father',
      'storyteller',
      'announcer',
      'agent',
      'michael',
      'sophie',
    ],
  ],
  unseen: [
    ...['moderator', 'dave', 'clerk', 'politician', 'rabbit', 'head', 'secondClerk', 'narrator', 'founder'],
    ...['declaration', 'teacher', 'planner', 'seller', 'russian', 'brazilian', 'rights', 'mover', 'yamada'],
  ],
}

export const STYLES: Readonly<Record<StyleName, (i: number) => Style>> = {
  /** A meeting of eight minutes; some speak at once. */
  long: () => ({ seconds: 480, turn: [2, 12], gap: [0, 0.8], overlap: 0.25 }),
  /** Short turns, without pauses that end an utterance or that voice activity detection finds. */
  brisk: () => ({ seconds: 60, turn: [1, 4], gap: [0.05, 0.4], overlap: 0 }),
  /** 16 to 30 s. */
  short: (i) => ({ seconds: 16 + ((7 * i) % 15), turn: [1.5, 5], gap: [0.05, 0.8], overlap: 0.1 }),
}

/** Number of conversations with one to four voices. */
const COUNTS: Readonly<Record<StyleName, readonly number[]>> = {
  long: [2, 3, 3, 3],
  brisk: [0, 20, 10, 10],
  short: [10, 10, 10, 10],
}

export async function setsOf(part: 'development' | 'unseen'): Promise<Sets> {
  const source: Part = part === 'development' ? DEVELOPMENT : UNSEEN
  const voices = await voicesOf(VOICES[part], source)
  const composed = (style: StyleName) =>
    COUNTS[style].flatMap((count, i) =>
      Array.from({ length: count }, (_, n) => composedCase(voices, style, i + 1, n)),
    )
  return {
    conversations: await realCases(source.conversations),
    monologues: await realCases(source.monologues),
    long: composed('long'),
    brisk: composed('brisk'),
    short: composed('short'),
  }
}

export async function realCases(recordings: readonly LabelledRecording[]): Promise<Case[]> {
  const known = await knownRecordings(recordings)
  return known.map(({ samples, speech }, i) => ({
    name: recordings[i]!.file,
    voices: new Set(speech.map(({ voice }) => voice)).size,
    samples,
    speech,
    utterances: utterancesOf(speech.flatMap(({ start, end }) => wordsIn(start, end))),
  }))
}

/** 16 s of speech: with less, sentences recur so often in eight minutes that they are separated from the others. */
const MIN_SAMPLES = 16 * SAMPLE_RATE

/** Coprime to the number of voices, so that the voices of a conversation differ. */
const STRIDES = [1, 7, 11, 13, 17, 19]

/** The n-th conversation with this many voices: each voice is in equally many of them, with changing partners. */
function composedCase(
  voices: ReadonlyMap<string, Phrases>,
  style: StyleName,
  count: number,
  n: number,
): Case {
  const stride = STRIDES[n % STRIDES.length]!
  const all = [...voices].filter(([, phrases]) => style !== 'long' || joined(...phrases).length > MIN_SAMPLES)
  const speakers = new Map(Array.from({ length: count }, (_, i) => all[(7 * n + i * stride) % all.length]!))
  return {
    name: [...speakers.keys()].join(', '),
    voices: count,
    ...conversation(speakers, STYLES[style](n), 100 * count + n),
  }
}

/** The result of diarization for a case, without the number of speakers. */
export interface Outcome {
  readonly name: string
  readonly voices: number
  readonly speakers: number
  /** The diarization error rate. */
  readonly rate: number
}

const { signal } = new AbortController()

export async function diarized(
  { name, voices, samples, speech, utterances }: Case,
  limits: SpeakerRange = {},
  model: DiarizerThread | null = null,
): Promise<Outcome> {
  const { utterances: spoken, spans } = await withSpeakers(
    utterances,
    recordingOf(samples),
    limits,
    model,
    signal,
  )
  const speakers = new Set(spoken.map(({ speaker }) => speaker)).size
  return { name, voices, speakers, rate: diarizationError(speech, spans ?? spoken).rate }
}

export async function diarizedAll(
  cases: readonly Case[],
  model: DiarizerThread | null = null,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const one of cases) outcomes.push(await diarized(one, {}, model))
  return outcomes
}

/** How often the number of speakers is right, and the mean error rate. */
export function summaryOf(outcomes: readonly Outcome[]) {
  return {
    right: outcomes.filter(({ voices, speakers }) => voices === speakers).length,
    of: outcomes.length,
    rate: outcomes.reduce((sum, { rate }) => sum + rate, 0) / outcomes.length,
  }
}

const SET_NAMES: Readonly<Record<SetName, string>> = {
  conversations: 'real conversations',
  monologues: 'recordings of one person',
  long: 'composed, eight minutes',
  brisk: 'composed, short turns without pauses',
  short: 'composed, 16 to 30 s',
}

/** Uses the pulled model in `DATA_DIR` if there is one, otherwise the bundled one. */
export async function speakersFigures(): Promise<Figure[]> {
  const models = new SpeakerModels()
  const { DATA_DIR: folder } = process.env
  if (folder !== undefined) models.use(await pulledModels(path.join(folder, 'models')))
  const model = await models.for('en')
  const figures: Figure[] = []
  for (const part of ['development', 'unseen'] as const)
    for (const [set, cases] of Object.entries(await setsOf(part))) {
      const { right, of, rate } = summaryOf(await diarizedAll(cases, model))
      figures.push({
        what: `number of speakers right${model ? ' (pulled model)' : ''}, ${SET_NAMES[set as SetName]}, ${part} voices`,
        ours: `${right} of ${of}, error rate ${(100 * rate).toFixed(1)} %`,
        wanted: `${Math.ceil(WANTED_RIGHT[set as SetName] * of)} of ${of}`,
        isMet: right >= WANTED_RIGHT[set as SetName] * of,
      })
    }
  return figures
}

/** The share of cases in which the number of speakers should be right. */
const WANTED_RIGHT: Readonly<Record<SetName, number>> = {
  conversations: 0.8,
  monologues: 1,
  long: 0.9,
  brisk: 0.8,
  short: 0.6,
}
