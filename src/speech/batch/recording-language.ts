/** Decides in which language a recording, or each of its segments, is recognised. */
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import { type LanguageProbabilities, MAX_SEGMENT_SECONDS } from '../engines/engine.ts'
import { LanguageEvidence } from '../analysis/language-evidence.ts'
import type { Segment } from '../analysis/segmentation.ts'
import { certainLanguage, MIN_IDENTIFIABLE } from '../analysis/own-language.ts'
import { lengthOf, type Region } from '../analysis/speech-regions.ts'

const WINDOW_SAMPLES = MAX_SEGMENT_SECONDS * SAMPLE_RATE

/** The most windows of a recording that are identified, at 0.6 s each. Two are enough if they agree. */
const MAX_WINDOWS = 5

/** The multiples of this number modulo 1 are spread evenly, however many there are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2

/** A channel of a recording, and its regions of speech. */
export interface SpokenChannel {
  readonly number: number
  readonly regions: readonly Region[]
}

/** Gives the language of a segment from its samples. Called for one segment after another, in order. */
export type LanguageOf = (samples: Float32Array, segment: Segment) => Promise<LanguageCode>

type Identify = (samples: Float32Array) => Promise<LanguageProbabilities>

/** Identifies the language of each segment from its own speech. */
export function languageOfEach(identify: Identify): LanguageOf {
  let known: LanguageCode | undefined
  return async (samples, { regions }) => {
    if (known === undefined || lengthOf(regions) >= MIN_IDENTIFIABLE * SAMPLE_RATE)
      known = new LanguageEvidence(await identify(samples)).language!
    return known
  }
}

/**
 * Uses the language of most of the speech, judged from windows all over the recording, for all segments except those that
 * are near-certainly in another language.
 * @param identifies - whether the engine of a language also identifies languages, and so need not encode a segment again
 */
export function languageOfAll(
  recording: Recording,
  channels: readonly SpokenChannel[],
  identify: Identify,
  identifies: (language: LanguageCode) => boolean,
): LanguageOf {
  let known: LanguageCode | undefined
  const ofMost = async (samples: Float32Array, regions: readonly Region[]) => {
    let evidence = new LanguageEvidence()
    const windows = channels.flatMap(speechWindows)
    for (const i of spreadIndices(windows.length)) {
      const window = windows[i]!
      const weight = lengthOf(window.regions) / WINDOW_SAMPLES
      if (evidence.lead > weight) break
      // If the first segment contains the whole first window, it is identified itself: its engine then need not encode it
      // again, which takes 0.6 s. On 19 recordings made of seven clips, with and without pauses, the languages are the
      // same.
      const isSegment = i === 0 && lengthOf(window.regions) <= lengthOf(regions)
      evidence = evidence.with(
        await identify(isSegment ? samples : await speechIn(recording, window)),
        weight,
      )
    }
    return evidence.language!
  }
  return async (samples, { regions }) => {
    known ??= await ofMost(samples, regions)
    if (!identifies(known) || lengthOf(regions) < MIN_IDENTIFIABLE * SAMPLE_RATE) return known
    return certainLanguage(await identify(samples), known)
  }
}

/** The speech of a channel in windows, without its pauses. */
function speechWindows({ number, regions }: SpokenChannel): SpokenChannel[] {
  const windows: { number: number; regions: Region[] }[] = []
  let free = 0
  for (let { start, end } of regions)
    while (start < end) {
      if (free === 0) {
        windows.push({ number, regions: [] })
        free = WINDOW_SAMPLES
      }
      const cut = Math.min(end, start + free)
      windows.at(-1)!.regions.push({ start, end: cut })
      free -= cut - start
      start = cut
    }
  return windows
}

/** The first of so many windows, then others spread evenly between them, in an order in which every prefix is spread evenly. */
function spreadIndices(count: number): Set<number> {
  return new Set(Array.from({ length: MAX_WINDOWS }, (_, i) => Math.floor(((i * GOLDEN_RATIO) % 1) * count)))
}

async function speechIn(recording: Recording, { number, regions }: SpokenChannel): Promise<Float32Array> {
  const speech = new Float32Array(lengthOf(regions))
  let filled = 0
  for (const { start, end } of regions) {
    speech.set(await recording.read(number, start, end), filled)
    filled += end - start
  }
  return speech
}
