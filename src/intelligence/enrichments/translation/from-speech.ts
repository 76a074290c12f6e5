/** Translation into English from the audio, by Whisper. */
import { type Recording, SAMPLE_RATE } from '../../../audio/recording.ts'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { MAX_SEGMENT_SECONDS, type SpeechTranslator } from '../../../recognition/engines/engine.ts'
import { amplify, gainFor, levelOf } from '../../../recognition/speech/gain.ts'
import { quietestPoint } from '../../../audio/quietest-point.ts'
import { clipToSpeech } from '../../../recognition/speech/utterances.ts'
import { loadedOnce } from '../../memoise.ts'
import { speechRuns } from '../../text/speech-runs.ts'
import type { Span } from '../../text/spread-over-time.ts'
import {
  splitBySentences,
  spokenSpans,
  type TranslatedUtterance,
  translatedUtteranceOf,
} from './translated-utterance.ts'

/** How utterances are translated. */
export interface SpeechOptions {
  /** Whether each translated utterance corresponds to one original. */
  readonly matched: boolean
  readonly lipsync: boolean
}

/** Seconds of audio added on both sides of an utterance, for soft beginnings and ends. */
const MARGIN = 0.2

/** Utterances separated by a longer silence, in seconds, are translated separately. */
const MAX_PAUSE = 2

const MAX_SAMPLES = (MAX_SEGMENT_SECONDS - 2 * MARGIN) * SAMPLE_RATE

/**
 * The utterances in English, in the same order. Unless they must match, consecutive utterances are translated as one, and
 * the translation is split into sentences.
 * @param utterances none of them English
 * @throws the reason of `signal`, once that is aborted
 */
export async function translateSpeech(
  utterances: readonly Utterance[],
  { matched, lipsync }: SpeechOptions,
  recording: Recording,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const translator = await speechTranslator()
  const translated: TranslatedUtterance[] = []
  const passages = matched ? utterances : joined(utterances)
  for (const { passage, span } of withAudioSpans(passages)) {
    signal.throwIfAborted()
    const words = await englishWords(passage, span, { recording, translator, signal })
    const replaced = { original: passage, language: 'en', lipsync } as const
    if (matched) translated.push(translatedUtteranceOf(words, replaced))
    else translated.push(...splitBySentences(clipToSpeech(words, spokenSpans(passage)), replaced))
  }
  return translated
}

/** 0.6 GB. */
const speechTranslator = loadedOnce(async (): Promise<SpeechTranslator> => {
  const { LoadedEngines } = await import('../../../recognition/engines/loaded-engines.ts')
  return new LoadedEngines().speechTranslator()
})

/** Joins consecutive utterances, up to the maximum input of the model. */
function joined(utterances: readonly Utterance[]): Utterance[] {
  const inOrder = utterances.toSorted((a, b) => a.start - b.start)
  return speechRuns(inOrder, MAX_PAUSE).flatMap((run) => {
    const groups: Utterance[][] = []
    for (const utterance of run) {
      const group = groups.at(-1)
      const start = group?.[0]?.start ?? -Infinity
      if (group && (utterance.end - start) * SAMPLE_RATE <= MAX_SAMPLES) group.push(utterance)
      else groups.push([utterance])
    }
    return groups.flatMap(asOne)
  })
}

/** Only the times and the words are used; the translation is made from the audio. */
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

/** Each passage with the span of audio to translate: with a margin, but without the passages before and after. */
function withAudioSpans(passages: readonly Utterance[]): { passage: Utterance; span: Span }[] {
  const channels = Map.groupBy(passages, ({ channel }) => channel)
  const spans = new Map<Utterance, Span>()
  for (const own of channels.values()) {
    const inOrder = own.toSorted((a, b) => a.start - b.start)
    for (const [index, passage] of inOrder.entries()) {
      const { start, end } = passage
      const before = inOrder[index - 1]?.end ?? -Infinity
      const after = inOrder[index + 1]?.start ?? Infinity
      spans.set(passage, {
        start: Math.max(start - MARGIN, Math.min(start, (before + start) / 2)),
        end: Math.min(end + MARGIN, Math.max(end, (end + after) / 2)),
      })
    }
  }
  return passages.map((passage) => ({ passage, span: spans.get(passage) ?? passage }))
}

interface Resources {
  readonly recording: Recording
  readonly translator: SpeechTranslator
  readonly signal: AbortSignal
}

/** The words of a passage, with times from the start of the recording. A long passage is translated in parts. */
async function englishWords(
  { channel, language }: Utterance,
  span: Span,
  { recording, translator, signal }: Resources,
): Promise<Word[]> {
  const words: Word[] = []
  const end = Math.round(span.end * SAMPLE_RATE)
  for (let from = Math.max(0, Math.round(span.start * SAMPLE_RATE)); from < end;) {
    let to = end
    if (end - from > MAX_SEGMENT_SECONDS * SAMPLE_RATE) {
      const half = Math.floor(from + MAX_SAMPLES / 2)
      to = half + quietestPoint(await recording.read(channel, half, from + MAX_SAMPLES))
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
  { translator, signal }: Pick<Resources, 'translator' | 'signal'>,
): Promise<Word[]> {
  const loud = amplify(samples, gainFor(levelOf(samples)))
  const words = await translator.translate(loud, language, signal)
  return words.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset }))
}
