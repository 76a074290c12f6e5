/** Recognises a whole recording: finds its speech, then the language, then the words. */
import { distinctChannels } from '../../audio/channels.ts'
import { type Recording, SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { RecognisedBy, UnrecognisedSpan } from '../../contract/result.ts'
import type { Utterance } from '../../contract/transcript.ts'
import { linkedAbort } from '../../platform/net/linked-abort.ts'
import { type Engines, LoadedEngines } from '../engines/loaded-engines.ts'
import type { SpeechServerSettings } from '../engines/speech-server/settings.ts'
import { mostSpoken } from '../../text/most-spoken.ts'
import { normaliseGain } from '../analysis/normalise-gain.ts'
import type { Device } from '../../models/onnx-session.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { quietestPoint } from '../../audio/quietest-point.ts'
import type { WordsInLanguage } from '../analysis/own-language.ts'
import { cutIntoSegments } from '../analysis/segmentation.ts'
import { inSeconds, type Region, speechRegions } from '../analysis/speech-regions.ts'
import { unrecognisedSpeech } from '../analysis/unrecognised-speech.ts'
import { VoiceActivityModel } from '../analysis/voice-activity.ts'
import { BoundedTasks } from './bounded-tasks.ts'
import { type LanguageOf, languageOfAll, languageOfEach, type SpokenChannel } from './recording-language.ts'
import { type ExpectedWord, wordsOfSegment } from './segment-words.ts'
import { type Punctuate, PunctuationModels } from '../punctuation/punctuation-models.ts'
import { UtteranceBuilder } from './utterance-builder.ts'

export interface RecognitionOptions {
  /** The expected languages. One: that language. Several: one of them. Empty: any. */
  languages: readonly LanguageCode[]
  /** Whether the language may change from one utterance to the next. */
  codeSwitching: boolean
  /** What the recording is about; see `RecogniseOptions.prompt` in `engine.ts`. */
  prompt?: string | undefined
  /** Words that the recording is likely to contain, in any language or in a given one. */
  vocabulary?: readonly ExpectedWord[] | undefined
}

export interface Recognition {
  /** Ordered by start. Of channels with the same content, only the first has utterances. */
  utterances: Utterance[]
  /** The languages of the utterances, the most spoken first. */
  languages: LanguageCode[]
  /** Which model recognised each language. */
  models: RecognisedBy[]
  /** The number of channels with different content. */
  distinctChannels: number
  /** Speech without words in the channels that have utterances. */
  unrecognised: UnrecognisedSpan[]
}

export interface RecognitionHooks {
  /**
   * Called with the seconds of audio that are done, after each segment. As a sign of life, it is also called after every
   * half minute of audio searched for speech, and every second while an engine waits for a server.
   */
  onProgress?: ((seconds: number) => void) | undefined
  /** Called with utterances in order, as they are recognised, if only one channel has distinct speech. */
  onUtterances?: ((utterances: Utterance[]) => void) | undefined
  /** Stops the recognition before the next segment; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The longest pause within a segment if the language is constant, in seconds. Pauses take as long to recognise as speech. */
export const MAX_PAUSE = 2

/** The same if the language may change, in seconds: a segment has one language. */
const MAX_PAUSE_SWITCHING = 0.5

/** Loads each model when it is first used, and keeps it for the next recordings. */
export class Recogniser {
  readonly #engines: Engines
  readonly #punctuation = new PunctuationModels()
  #voiceActivity: Promise<VoiceActivityModel> | undefined

  constructor(engines: Engines = new LoadedEngines()) {
    this.#engines = engines
  }

  /** Prefers pulled models to the bundled ones, from the next recording on. */
  async use(models: readonly PulledModel[], device: Device): Promise<void> {
    await this.#engines.use(models, device)
    this.#punctuation.use(models)
    await this.#punctuation.releaseUnused()
  }

  /** Prefers a speech server to any model for the languages that it serves. */
  useServer(settings: SpeechServerSettings): void {
    this.#engines.useServer(settings)
  }

  /**
   * Recognises a recording. However long it is, keeps at most 30 s of audio in memory for each segment in progress and
   * for the next one. The search for speech runs while earlier segments are recognised, unless the language is judged
   * from the speech of the whole recording.
   */
  async recognise(
    received: Recording,
    options: RecognitionOptions,
    { onProgress, onUtterances, signal }: RecognitionHooks = {},
  ): Promise<Recognition> {
    const recording = await normaliseGain(received)
    this.#voiceActivity ??= VoiceActivityModel.load()
    const voiceActivity = await this.#voiceActivity
    /** Seconds up to the latest end of a recognised segment; segments do not finish in order. */
    let done = 0
    const onWorking = () => onProgress?.(done)
    const found = (await distinctChannels(received)).map(([number]) => ({
      number,
      regions: speechRegions(recording, number, voiceActivity, { onProgress: onWorking, signal }),
    }))
    const { channels, languageOf } = await this.#withLanguages(recording, found, options)
    const seconds = recording.samples / SAMPLE_RATE
    const maxPause = options.codeSwitching ? MAX_PAUSE_SWITCHING : MAX_PAUSE
    const utterances: Utterance[] = []
    const builder = new UtteranceBuilder()
    const keep = (ended: Utterance[]) => {
      utterances.push(...ended)
      if (channels.length === 1 && ended.length > 0) onUtterances?.(ended)
    }
    const recognitions = new BoundedTasks<RecognisedSegment>(({ parts, channel, pauseAfter }) =>
      keep([
        ...parts.flatMap(({ words, language, punctuate }) =>
          builder.add(words, { language, channel }, punctuate),
        ),
        ...builder.pause(pauseAfter),
      ]),
    )
    using abort = linkedAbort(signal)
    const shared = {
      engines: this.#engines,
      languages: {
        named: options.languages,
        identifies: (language: LanguageCode) => this.#engines.identifies(language),
      },
      options: {
        ...(options.prompt !== undefined && { prompt: options.prompt }),
        vocabulary: options.vocabulary ?? [],
        signal: abort.signal,
        onWaiting: onWorking,
      },
    }
    const speech: UnrecognisedSpan[] = []
    try {
      for (const [i, { number, regions }] of channels.entries()) {
        const quietest = async (from: number, to: number) =>
          from + quietestPoint(await recording.read(number, from, to))
        for await (const segment of cutIntoSegments(regions, maxPause * SAMPLE_RATE, quietest)) {
          signal?.throwIfAborted()
          const samples = await recording.read(number, segment.start, segment.end)
          const language = await languageOf(samples, segment)
          const engine = await this.#engines.for(language)
          for (const region of segment.regions) speech.push({ ...inSeconds(region), channel: number })
          const recognise = async () => {
            const words = await wordsOfSegment(samples, segment, language, shared)
            const parts = await Promise.all(words.map((part) => this.#withPunctuation(part)))
            done = Math.max(done, (i * seconds + segment.end / SAMPLE_RATE) / channels.length)
            onProgress?.(done)
            return { parts, channel: number, pauseAfter: segment.pauseAfter / SAMPLE_RATE }
          }
          await recognitions.begin(recognise, engine.concurrency ?? 1)
        }
      }
      await recognitions.results()
      keep(builder.end())
    } catch (error) {
      abort.abort(error)
      await recognitions.settled()
      throw error
    }
    onProgress?.(seconds)
    const languages = mostSpoken(utterances)
    return {
      utterances: utterances.toSorted((a, b) => a.start - b.start || a.channel - b.channel),
      languages,
      models: languages.map((language) => ({ language, model: this.#engines.modelFor(language) })),
      distinctChannels: channels.length,
      unrecognised: unrecognisedSpeech(speech, utterances),
    }
  }

  async close(): Promise<void> {
    this.#punctuation.use([])
    await Promise.all([
      this.#punctuation.releaseUnused(),
      this.#engines.close(),
      this.#voiceActivity?.then((model) => model.close()),
    ])
  }

  async #withPunctuation(part: WordsInLanguage): Promise<WordsToPunctuate> {
    const isNeeded = !this.#engines.punctuates(part.language)
    return { ...part, punctuate: isNeeded ? await this.#punctuation.for(part.language) : null }
  }

  /**
   * The channels and a function that gives the language of each segment. If the language depends on all speech, the
   * speech is found first.
   */
  async #withLanguages(
    recording: Recording,
    channels: { number: number; regions: AsyncIterable<Region> }[],
    { languages, codeSwitching }: RecognitionOptions,
  ): Promise<{
    channels: { number: number; regions: AsyncIterable<Region> | Iterable<Region> }[]
    languageOf: LanguageOf
  }> {
    const [only, ...others] = languages
    if (only !== undefined && others.length === 0) return { channels, languageOf: async () => only }
    const identify = async (samples: Float32Array) =>
      (await this.#engines.languageIdentifier()).identify(samples, languages)
    if (codeSwitching) return { channels, languageOf: languageOfEach(identify) }
    const spoken: SpokenChannel[] = []
    for (const { number, regions } of channels)
      spoken.push({ number, regions: await Array.fromAsync(regions) })
    const identifies = (language: LanguageCode) => this.#engines.identifies(language)
    return { channels: spoken, languageOf: languageOfAll(recording, spoken, identify, identifies) }
  }
}

/** Words, and the punctuation model for an engine that writes no marks. */
interface WordsToPunctuate extends WordsInLanguage {
  readonly punctuate: Punctuate | null
}

interface RecognisedSegment {
  readonly parts: readonly WordsToPunctuate[]
  readonly channel: number
  /** Seconds from the segment to the next speech. */
  readonly pauseAfter: number
}
