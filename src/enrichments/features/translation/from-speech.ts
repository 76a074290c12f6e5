/** Translates into English from the audio, with Whisper. */
import { type Recording, SAMPLE_RATE } from '../../../audio/recording.ts'
import type { Utterance, Word } from '../../../contract/transcript.ts'
import { MAX_SEGMENT_SECONDS, type SpeechTranslator } from '../../../speech/engines/engine.ts'
import { amplify, gainFor, levelOf } from '../../../speech/analysis/gain.ts'
import { quietestPoint } from '../../../audio/quietest-point.ts'
import { clipToSpeech } from '../../../speech/analysis/utterances.ts'
import { loadedOnce } from '../../../models/loaded-once.ts'
import { speechRuns } from '../../../text/speech-runs.ts'
import type { Span } from '../../../text/spread-over-time.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import type { TranslatedUtterance } from '../../../text/translated-utterances.ts'
import { replaced, spokenSpans, thousandths, type Timing } from './translated-utterance.ts'

/** Seconds of audio added on both sides of an utterance, for soft beginnings and ends. */
const MARGIN = 0.2

/** Utterances separated by a longer silence, in seconds, are translated separately. */
const MAX_PAUSE = 2

/** Seconds that are translated at once, without the margins. */
const MAX_SECONDS = MAX_SEGMENT_SECONDS - 2 * MARGIN

/**
 * The utterances in English, ordered by channel and start. Unless they must match the originals, consecutive utterances
 * are translated together, and the translation is split into sentences.
 * @param utterances none of them English
 * @throws the reason of `signal` once it is aborted
 */
export async function translateSpeech(
  utterances: readonly Utterance[],
  { match_original_utterances: isMatched, lipsync }: Timing,
  recording: Recording,
  signal: AbortSignal,
): Promise<TranslatedUtterance[]> {
  const translator = await speechTranslator()
  const inOrder = utterances.toSorted((a, b) => a.channel - b.channel || a.start - b.start)
  const passages = isMatched ? inOrder : speechRuns(inOrder, MAX_PAUSE, MAX_SECONDS).map(asOne)
  const translated: TranslatedUtterance[] = []
  for (const [index, passage] of passages.entries()) {
    signal.throwIfAborted()
    const span = withMargin(passage, passages[index - 1], passages[index + 1])
    const words = await englishWords(passage, span, recording, translator, signal)
    if (isMatched) translated.push(replaced(passage, words, 'en', lipsync))
    else translated.push(...replacedBySentences(passage, words, lipsync))
  }
  return translated
}

/** Takes 0.6 GB. */
const speechTranslator = loadedOnce(async (): Promise<SpeechTranslator> => {
  const { LoadedEngines } = await import('../../../speech/engines/loaded-engines.ts')
  return new LoadedEngines().speechTranslator()
})

/** Only the times and the words are used, because the translation is made from the audio. */
function asOne(run: readonly Utterance[]): Utterance {
  return {
    ...run[0]!,
    end: run.reduce((latest, { end }) => Math.max(latest, end), 0),
    words: run.flatMap(({ words }) => words),
  }
}

/** The audio to translate for a passage: with a margin that excludes the passages before and after. */
function withMargin({ channel, start, end }: Utterance, before?: Utterance, after?: Utterance): Span {
  const earliest = before?.channel === channel ? Math.min(start, (before.end + start) / 2) : 0
  const latest = after?.channel === channel ? Math.max(end, (end + after.start) / 2) : Infinity
  return { start: Math.max(start - MARGIN, earliest), end: Math.min(end + MARGIN, latest) }
}

/** The words of a passage, with times from the start of the recording. A long passage is translated in parts. */
async function englishWords(
  { channel, language }: Utterance,
  span: Span,
  recording: Recording,
  translator: SpeechTranslator,
  signal: AbortSignal,
): Promise<Word[]> {
  const words: Word[] = []
  const end = Math.round(span.end * SAMPLE_RATE)
  for (let from = Math.round(span.start * SAMPLE_RATE); from < end;) {
    let to = end
    if (end - from > MAX_SEGMENT_SECONDS * SAMPLE_RATE) {
      const half = Math.floor(from + (MAX_SECONDS / 2) * SAMPLE_RATE)
      to = half + quietestPoint(await recording.read(channel, half, from + MAX_SECONDS * SAMPLE_RATE))
    }
    const samples = await recording.read(channel, from, to)
    const translated = await translator.translate(
      amplify(samples, gainFor(levelOf(samples))),
      language,
      signal,
    )
    const offset = from / SAMPLE_RATE
    words.push(...translated.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset })))
    from = to
  }
  return words
}

/** One utterance per sentence of a translation, with the part of the original at its time. */
function replacedBySentences(
  original: Utterance,
  english: readonly Word[],
  lipsync: boolean,
): TranslatedUtterance[] {
  const words = clipToSpeech(english, spokenSpans(original))
  const text = words.map(({ word }) => word).join('')
  return sentencesOf([{ ...original, text, words, language: 'en' }]).map((sentence) => {
    const [start, end] = [thousandths(sentence.start), thousandths(sentence.end)]
    const spoken = original.words
      .map((word) => ({ ...word, start: Math.max(word.start, start), end: Math.min(word.end, end) }))
      .filter((word) => word.start < word.end)
    return replaced({ ...original, start, end, words: spoken }, sentence.words, 'en', lipsync)
  })
}
