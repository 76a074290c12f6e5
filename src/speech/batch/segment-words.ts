/** Recognises one segment of a recording, each part of it in its own language. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import type { RecogniseOptions, VocabularyWord } from '../engines/engine.ts'
import type { Engines } from '../engines/loaded-engines.ts'
import { shifted } from '../engines/spoken-words.ts'
import {
  areDoubtful,
  type ExpectedLanguages,
  inOwnLanguage,
  MIN_IDENTIFIABLE,
  type WordsInLanguage,
} from '../analysis/own-language.ts'
import type { Segment } from '../analysis/segmentation.ts'
import { inSeconds, lengthOf, type Region } from '../analysis/speech-regions.ts'
import { clipToSpeech } from '../analysis/utterances.ts'

/** A pause, in samples, at which the language may change. */
const TURN_PAUSE = 0.5 * SAMPLE_RATE

/** Audio around a part of a segment that is recognised again, in samples; less than half of {@link TURN_PAUSE}. */
const CONTEXT = 0.2 * SAMPLE_RATE

/** A segment, or a part of one. */
type Part = Omit<Segment, 'pauseAfter'>

/** A word that a recording is likely to contain. */
export interface ExpectedWord extends VocabularyWord {
  /** The language in which it is spoken. Default: any. */
  readonly language?: LanguageCode | undefined
}

interface SegmentParts {
  readonly engines: Engines
  readonly languages: ExpectedLanguages
  readonly options: Omit<RecogniseOptions, 'vocabulary'> & { readonly vocabulary: readonly ExpectedWord[] }
}

/** Consecutive turns of a segment, with their words. */
interface Run {
  readonly regions: Region[]
  readonly words: Word[]
  readonly isDoubtful: boolean
}

/**
 * Recognises the words of a segment, in order. Turns with doubtful words are recognised again if they are in another
 * language.
 * @param language - the expected one
 */
export async function wordsOfSegment(
  samples: Float32Array,
  segment: Part,
  language: LanguageCode,
  parts: SegmentParts,
): Promise<WordsInLanguage[]> {
  const words = await recognise(samples, segment, language, parts)
  return inOwnLanguages(samples, segment, { words, language }, parts)
}

async function inOwnLanguages(
  samples: Float32Array,
  segment: Part,
  { words, language }: WordsInLanguage,
  parts: SegmentParts,
): Promise<WordsInLanguage[]> {
  const { engines, languages } = parts
  const found: WordsInLanguage[] = []
  for (const run of runsOf(segment, { words, language }, languages)) {
    if (!run.isDoubtful || lengthOf(run.regions) < MIN_IDENTIFIABLE * SAMPLE_RATE) {
      found.push({ words: run.words, language })
      continue
    }
    const isWhole = run.regions.length === segment.regions.length
    const part = isWhole ? segment : widened(run.regions, segment)
    const audio = isWhole ? samples : samples.slice(part.start - segment.start, part.end - segment.start)
    const own = await inOwnLanguage(
      { words: run.words, language },
      languages,
      async () => (await engines.languageIdentifier()).identify(audio, []),
      (other) => recognise(audio, part, other, parts),
    )
    if (own.language === language) found.push(own)
    else found.push(...(await inOwnLanguages(audio, part, own, parts)))
  }
  return found.filter((part) => part.words.length > 0)
}

async function recognise(
  samples: Float32Array,
  { start, regions }: Part,
  language: LanguageCode,
  { engines, options }: SegmentParts,
): Promise<Word[]> {
  const engine = await engines.for(language)
  // Words of other languages are kept with intensity 0: a model that must be loaded differently for a vocabulary would
  // otherwise be reloaded at each change of language.
  const vocabulary = options.vocabulary.map((word) =>
    (word.language ?? language) === language ? word : { ...word, intensity: 0 },
  )
  const recognised = await engine.recognise(samples, language, { ...options, vocabulary })
  return clipToSpeech(shifted(recognised, start / SAMPLE_RATE), regions.map(inSeconds))
}

/** Groups consecutive turns of a segment by whether their words are doubtful. */
function runsOf(segment: Part, { words, language }: WordsInLanguage, languages: ExpectedLanguages): Run[] {
  const runs: Run[] = []
  for (const regions of turnsOf(segment)) {
    const [from, to] = [regions[0]!.start / SAMPLE_RATE, regions.at(-1)!.end / SAMPLE_RATE]
    const own = words.filter(({ start }) => start >= from && start < to)
    const isDoubtful = areDoubtful({ words: own, language }, languages)
    const last = runs.at(-1)
    if (last?.isDoubtful === isDoubtful) {
      last.regions.push(...regions)
      last.words.push(...own)
    } else runs.push({ regions, words: own, isDoubtful })
  }
  return runs
}

function turnsOf({ regions }: Part): Region[][] {
  const turns: Region[][] = []
  for (const region of regions) {
    const last = turns.at(-1)
    if (last === undefined || region.start - last.at(-1)!.end >= TURN_PAUSE) turns.push([region])
    else last.push(region)
  }
  return turns
}

function widened(regions: readonly Region[], segment: Part): Part {
  return {
    start: Math.max(segment.start, regions[0]!.start - CONTEXT),
    end: Math.min(segment.end, regions.at(-1)!.end + CONTEXT),
    regions,
  }
}
