/** Into English by ear: Whisper listens to the recording and writes English. */
import { type Recording, SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { MAX_SEGMENT_SECONDS, type SpeechTranslator } from '../../../recognition/engines/engine.ts'
import { amplify, gainFor, levelOf } from '../../../recognition/speech/gain.ts'
import { quietestPoint } from '../../../audio/quietest-point.ts'
import { clipToSpeech } from '../../../recognition/speech/utterances.ts'
import { speechRuns } from '../../text/speech-runs.ts'
import type { Span } from './spoken-time.ts'
import {
  cutBySentences,
  spokenSpans,
  type TranslatedUtterance,
  translatedUtteranceOf,
} from './translated-utterance.ts'

/** How utterances are to stand in the translation. */
export interface Form {
  /** Whether each translated utterance stands for one original. */
  readonly matched: boolean
  readonly lipsync: boolean
}

/** Sound that is heard on both sides of an utterance, for soft beginnings and ends, in seconds. */
const MARGIN = 0.2

/** Utterances with a longer silence between them, in seconds, have nothing to say about each other. */
const LONGEST_PAUSE = 2

const LONGEST = (MAX_SEGMENT_SECONDS - 2 * MARGIN) * SAMPLE_RATE

/**
 * Utterances in English, in the order of those that were given. Where they need not match, those that are said in a row
 * are heard as one, and what comes of them is cut by its sentences.
 * @param utterances none of them English
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateSpeech(
  utterances: readonly Utterance[],
  { matched, lipsync }: Form,
  recording: Recording,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const translator = await speechTranslator()
  const translated: TranslatedUtterance[] = []
  const passages = matched ? utterances : joined(utterances)
  for (const { passage, heard } of withSound(passages)) {
    signal.throwIfAborted()
    const words = await englishWords(passage, heard, { recording, translator, signal })
    const place = { original: passage, language: 'en', lipsync } as const
    if (matched) translated.push(translatedUtteranceOf(words, place))
    else translated.push(...cutBySentences(clipToSpeech(words, spokenSpans(passage)), place))
  }
  return translated
}

let loading: Promise<SpeechTranslator> | undefined

/** Loaded at the first use and kept: 0.6 GB. */
async function speechTranslator(): Promise<SpeechTranslator> {
  loading ??= import('../../../recognition/engines/loaded-engines.ts').then(async ({ LoadedEngines }) =>
    new LoadedEngines().speechTranslator(),
  )
  try {
    return await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

/** What is said in a row, as one utterance each, as long as it can be heard at once. */
function joined(utterances: readonly Utterance[]): Utterance[] {
  const inOrder = utterances.toSorted((a, b) => a.start - b.start)
  return speechRuns(inOrder, LONGEST_PAUSE).flatMap((run) => {
    const groups: Utterance[][] = []
    for (const utterance of run) {
      const group = groups.at(-1)
      const start = group?.[0]?.start ?? -Infinity
      if (group && (utterance.end - start) * SAMPLE_RATE <= LONGEST) group.push(utterance)
      else groups.push([utterance])
    }
    return groups.flatMap(asOne)
  })
}

/** Only the times and the words are looked at: what is translated is heard. */
function asOne(group: readonly Utterance[]): Utterance[] {
  const [first] = group
  if (!first) return []
  return [
    {
      ...first,
      end: group.reduce((latest, { end }) => Math.max(latest, end), 0),
      text: group.map(({ text }) => text.trim()).join(' '),
      words: group.flatMap(({ words }) => words),
    },
  ]
}

/** Each passage with what is heard of its channel: a little more, but nothing of the passage before or after. */
function withSound(passages: readonly Utterance[]): { passage: Utterance; heard: Span }[] {
  const channels = Map.groupBy(passages, ({ channel }) => channel)
  const heard = new Map<Utterance, Span>()
  for (const own of channels.values()) {
    const inOrder = own.toSorted((a, b) => a.start - b.start)
    for (const [index, passage] of inOrder.entries()) {
      const { start, end } = passage
      const before = inOrder[index - 1]?.end ?? -Infinity
      const after = inOrder[index + 1]?.start ?? Infinity
      heard.set(passage, {
        start: Math.max(start - MARGIN, Math.min(start, (before + start) / 2)),
        end: Math.min(end + MARGIN, Math.max(end, (end + after) / 2)),
      })
    }
  }
  return passages.map((passage) => ({ passage, heard: heard.get(passage) ?? passage }))
}

interface Hearing {
  readonly recording: Recording
  readonly translator: SpeechTranslator
  readonly signal: AbortSignal
}

/** The words of a passage, with times from the start of the recording. One that is too long is heard in parts. */
async function englishWords(
  { channel, language }: Utterance,
  heard: Span,
  { recording, translator, signal }: Hearing,
): Promise<Word[]> {
  const words: Word[] = []
  const end = Math.round(heard.end * SAMPLE_RATE)
  for (let from = Math.max(0, Math.round(heard.start * SAMPLE_RATE)); from < end;) {
    let to = end
    if (end - from > MAX_SEGMENT_SECONDS * SAMPLE_RATE) {
      const half = Math.floor(from + LONGEST / 2)
      to = half + quietestPoint(await recording.read(channel, half, from + LONGEST))
    }
    const samples = await recording.read(channel, from, to)
    words.push(...(await wordsIn(samples, language, from / SAMPLE_RATE, { translator, signal })))
    from = to
  }
  return words
}

async function wordsIn(
  samples: Float32Array,
  language: LanguageCode,
  offset: number,
  { translator, signal }: Pick<Hearing, 'translator' | 'signal'>,
): Promise<Word[]> {
  const loud = amplify(samples, gainFor(levelOf(samples)))
  const words = await translator.translate(loud, language, signal)
  return words.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset }))
}
