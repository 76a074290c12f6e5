/** A whole recording to utterances: speech is found first, then its language, then its words. */
import { distinctChannels } from '../../audio/channels.ts'
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { MAX_SEGMENT_SECONDS } from '../engines/engine.ts'
import type { EngineFamily } from '../engines/engine.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'
import { normaliseGain } from '../speech/normalise-gain.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { quietestPoint } from '../../audio/quietest-point.ts'
import { type Segment, cutIntoSegments } from '../speech/segmentation.ts'
import { type Region, speechRegions } from '../speech/speech-regions.ts'
import { clipToSpeech, splitAtPauses, UTTERANCE_PAUSE, utteranceOf } from '../speech/utterances.ts'
import { VoiceActivityModel } from '../speech/voice-activity.ts'

export interface RecognitionOptions {
  /** What is spoken. One: that one. Several: one of them. None: any. */
  languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  codeSwitching: boolean
  /** What the recording is about, see `RecogniseOptions.prompt` in `engine.ts`. */
  prompt?: string | undefined
}

export interface Recognition {
  /** By their start, in seconds; an utterance of channels with the same content carries the first of them. */
  utterances: Utterance[]
  /** The languages of the utterances, the most spoken first. */
  languages: LanguageCode[]
  /** How many channels differ. */
  distinctChannels: number
}

export interface RecognitionHooks {
  /** Told how many seconds of the audio are done, at least twice a minute of it and after each stretch of speech. */
  onProgress?: ((seconds: number) => void) | undefined
  /** Stops at the next stretch; the recognition rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** A pause within one language; longer ones only cost time, as an engine hears them too. */
const MAX_PAUSE = 2

/** Shorter speech, in seconds, is too little to tell its language by: it is in that of the speech before it. */
const MIN_IDENTIFIABLE = 1

interface Channel {
  readonly number: number
  readonly regions: readonly Region[]
}

/** The models, each loaded at its first use and kept for the next recording. */
export class Recogniser {
  readonly #engines: LoadedEngines
  #voiceActivity: Promise<VoiceActivityModel> | undefined

  constructor(families?: readonly EngineFamily[]) {
    this.#engines = new LoadedEngines(families)
  }

  /** Which pulled models are used from the next recording on, before the built-in engines. */
  async use(models: readonly PulledModel[]): Promise<void> {
    await this.#engines.use(models)
  }

  /** Holds no more than 30 s of sound in memory, however long the recording. */
  async recognise(
    received: Recording,
    options: RecognitionOptions,
    { onProgress, signal }: RecognitionHooks = {},
  ): Promise<Recognition> {
    const recording = await normaliseGain(received)
    this.#voiceActivity ??= VoiceActivityModel.load()
    const voiceActivity = await this.#voiceActivity
    const channels: Channel[] = []
    for (const [number] of await distinctChannels(received)) {
      if (number === undefined) continue
      const hooks = { onProgress: () => onProgress?.(0), signal }
      channels.push({ number, regions: await speechRegions(recording, number, voiceActivity, hooks) })
    }

    const languageOf = await this.#languagePolicy(recording, channels, options)
    const seconds = recording.samples / SAMPLE_RATE
    const longestPause = options.codeSwitching ? UTTERANCE_PAUSE : MAX_PAUSE
    const utterances: Utterance[] = []
    for (const [i, { number, regions }] of channels.entries()) {
      const quietest = async (from: number, to: number) =>
        from + quietestPoint(await recording.read(number, from, to))
      for (const stretch of await cutIntoSegments(regions, longestPause * SAMPLE_RATE, quietest)) {
        signal?.throwIfAborted()
        const samples = await recording.read(number, stretch.start, stretch.end)
        const language = await languageOf(samples, stretch)
        const about = { language, channel: number, prompt: options.prompt }
        utterances.push(...(await this.#utterances(samples, stretch, about)))
        onProgress?.((i * seconds + stretch.end / SAMPLE_RATE) / channels.length)
      }
    }
    onProgress?.(seconds)
    return {
      utterances: utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel),
      languages: mostSpoken(utterances),
      distinctChannels: channels.length,
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#engines.close(), this.#voiceActivity?.then((model) => model.close())])
  }

  /** Decides, for each stretch in turn, which language it is in. */
  async #languagePolicy(
    recording: Recording,
    channels: readonly Channel[],
    { languages, codeSwitching }: RecognitionOptions,
  ): Promise<(samples: Float32Array, stretch: Segment) => Promise<LanguageCode>> {
    const [only, ...others] = languages
    if (only !== undefined && others.length === 0) return async () => only
    const identify = async (samples: Float32Array) => {
      const identifier = await this.#engines.languageIdentifier()
      return (await identifier.identify(samples, languages)).language
    }
    let known: LanguageCode | undefined
    if (codeSwitching)
      return async (samples, { regions }) => {
        if (known === undefined || lengthOf(regions) >= MIN_IDENTIFIABLE * SAMPLE_RATE)
          known = await identify(samples)
        return known
      }
    return async () => (known ??= await identify(await firstSpeech(recording, channels)))
  }

  async #utterances(
    samples: Float32Array,
    stretch: Segment,
    { prompt, ...about }: { language: LanguageCode; channel: number; prompt: string | undefined },
  ): Promise<Utterance[]> {
    const engine = await this.#engines.for(about.language)
    const heard = await engine.recognise(samples, about.language, prompt === undefined ? {} : { prompt })
    const offset = stretch.start / SAMPLE_RATE
    const words = heard.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset }))
    const speech = stretch.regions.map(({ start, end }) => ({
      start: start / SAMPLE_RATE,
      end: end / SAMPLE_RATE,
    }))
    return splitAtPauses(clipToSpeech(words, speech)).map((group) => utteranceOf(group, about))
  }
}

/** The first half minute of speech, without the pauses, of the channel that speaks first. */
async function firstSpeech(recording: Recording, channels: readonly Channel[]): Promise<Float32Array> {
  const begins = ({ regions }: Channel) => regions[0]?.start ?? Infinity
  const { number, regions } = channels.reduce((first, other) =>
    begins(other) < begins(first) ? other : first,
  )
  const speech = new Float32Array(Math.min(lengthOf(regions), MAX_SEGMENT_SECONDS * SAMPLE_RATE))
  let filled = 0
  for (const { start, end } of regions) {
    const part = await recording.read(number, start, Math.min(end, start + speech.length - filled))
    speech.set(part, filled)
    filled += part.length
    if (filled === speech.length) break
  }
  return speech
}

function lengthOf(regions: readonly Region[]): number {
  return regions.reduce((sum, { start, end }) => sum + end - start, 0)
}

function mostSpoken(utterances: readonly Utterance[]): LanguageCode[] {
  const seconds = new Map<LanguageCode, number>()
  for (const { language, start, end } of utterances)
    seconds.set(language, (seconds.get(language) ?? 0) + end - start)
  return [...seconds].toSorted(([, a], [, b]) => b - a).map(([language]) => language)
}
