/**
 * Finds who speaks when, with a pulled model of purpose `speakers`. pyannote's segmentation tells up to three voices
 * apart within each ten seconds; clustering a vector for each of them (complete linkage) then decides which belong to one
 * person. A run blocks its thread: see `diarizer-thread.ts`.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { loadSherpa, type Sherpa } from '../../models/sherpa.ts'
import { add, unit } from '../../models/vectors.ts'
import type { Voice } from './speaker-model.ts'

/** When a speaker speaks, in seconds from the start of the samples. Spans of two speakers may overlap. */
export interface SpeakerSpan {
  readonly speaker: number
  readonly start: number
  readonly end: number
}

/** What a speaker sounds like. */
export interface SampledVoice {
  /**
   * The mean of several voices, which is shorter the less they are alike: the product of two means is the mean of all
   * products.
   */
  readonly mean: Voice
  /** The number of voices. */
  readonly count: number
}

/** What was found in some samples. */
export interface DiarizedSamples {
  /** Ordered by start; speakers are numbered from 0. */
  readonly spans: readonly SpeakerSpan[]
  /** What each speaker sounds like, if requested. */
  readonly voices: ReadonlyMap<number, SampledVoice>
}

/** The paths of the model's files, and its threshold. */
export interface DiarizerModel {
  readonly segmentation: string
  readonly voices: string
  readonly threshold: number
}

/** In seconds. Shorter pauses and shorter spans are not reported, because nothing is said in them. */
export const MIN_SPAN = 0.1

/** The segmentation's window: ten seconds, moved by one second at a time. */
const LOOK = 10 * SAMPLE_RATE
const LOOK_SHIFT = SAMPLE_RATE

/**
 * How many samples a diarizer must get for this many samples; silence fills the rest. With less than two whole windows,
 * the library does not cluster, and a partial window can end the process.
 */
export function lengthFor(samples: number): number {
  return LOOK + Math.max(1, Math.ceil((samples - LOOK) / LOOK_SHIFT)) * LOOK_SHIFT
}

/** The mean voice of a speaker is computed from this many of the longest pieces. Shorter pieces yield no vector. */
const SAMPLES_OF_VOICE = 6
const MAX_SAMPLE_SECONDS = 10
const MIN_SAMPLE_SECONDS = 0.05

/** Uses one thread, because the library's threads spin while they wait, which would occupy the core that the API runs on. */
export class Diarizer {
  readonly #model: DiarizerModel
  readonly #sherpa: Sherpa
  readonly #diarization: InstanceType<Sherpa['OfflineSpeakerDiarization']>
  #extractor: InstanceType<Sherpa['SpeakerEmbeddingExtractor']> | undefined

  private constructor(model: DiarizerModel, sherpa: Sherpa) {
    this.#model = model
    this.#sherpa = sherpa
    this.#diarization = new sherpa.OfflineSpeakerDiarization({
      segmentation: { pyannote: { model: model.segmentation } },
      embedding: { model: model.voices },
      clustering: clusteringOf(model),
      minDurationOn: MIN_SPAN,
      minDurationOff: MIN_SPAN,
    })
  }

  /** Ends the process if a file is not such a model. @throws {Error} if the model cannot be used */
  static async load(model: DiarizerModel): Promise<Diarizer> {
    const diarizer = new Diarizer(model, await loadSherpa())
    const { sampleRate } = diarizer.#diarization
    if (sampleRate !== SAMPLE_RATE)
      throw new Error(`its segmentation is for audio of ${sampleRate} Hz, not ${SAMPLE_RATE} Hz`)
    return diarizer
  }

  /**
   * @param samples mono, 16 kHz, −1 … 1, of a length computed by {@link lengthFor}
   * @param speakers the number of speakers; if omitted, the threshold of the model decides
   * @returns the spans, ordered by start, with speakers numbered from 0; there are no more speakers than voices
   */
  spans(samples: Float32Array, speakers?: number): SpeakerSpan[] {
    for (let count = speakers ?? -1; ; count = Math.floor(count / 2)) {
      this.#diarization.setConfig({ clustering: clusteringOf(this.#model, count) })
      const spans = this.#diarization.process(samples)
      // If there are fewer voices than speakers, the library assigns all voices to one speaker.
      const found = new Set(spans.map(({ speaker }) => speaker)).size
      if (count <= 2 || found !== 1) return spans
    }
  }

  /** The voice of each speaker, taken from where nobody else speaks; omits speakers without such a place. */
  voices(samples: Float32Array, spans: readonly SpeakerSpan[]): Map<number, SampledVoice> {
    const bySpeaker = Map.groupBy(spans, ({ speaker }) => speaker)
    return new Map(
      [...bySpeaker].map(([speaker, own]) => {
        const others = spans.filter((span) => span.speaker !== speaker)
        const alone = own.flatMap((span) => partsWithout(span, others))
        return [speaker, this.#meanVoice(samples, alone.length > 0 ? alone : own)]
      }),
    )
  }

  #meanVoice(samples: Float32Array, spans: readonly Times[]): SampledVoice {
    const pieces = spans.flatMap(inPieces).filter((piece) => lengthOf(piece) >= MIN_SAMPLE_SECONDS)
    const longest = pieces.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, SAMPLES_OF_VOICE)
    const mean = new Float32Array(this.#embedding().dim)
    for (const { start, end } of longest) {
      const part = samples.subarray(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE))
      add(mean, unit(this.#voice(part)), 1 / longest.length)
    }
    return { mean, count: Math.max(1, longest.length) }
  }

  #voice(samples: Float32Array): Voice {
    const extractor = this.#embedding()
    const stream = extractor.createStream()
    stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
    stream.inputFinished()
    return extractor.compute(stream, false)
  }

  /** Loaded when it is first used: only long recordings need it. */
  #embedding(): InstanceType<Sherpa['SpeakerEmbeddingExtractor']> {
    return (this.#extractor ??= new this.#sherpa.SpeakerEmbeddingExtractor({ model: this.#model.voices }))
  }
}

function clusteringOf({ threshold }: DiarizerModel, numClusters = -1) {
  return { numClusters, threshold }
}

type Times = Pick<SpeakerSpan, 'start' | 'end'>

/** The parts of a span that others do not overlap. */
function partsWithout(span: Times, others: readonly Times[]): Times[] {
  let parts = [span]
  for (const other of others)
    parts = parts.flatMap(({ start, end }) =>
      other.end <= start || other.start >= end
        ? [{ start, end }]
        : [
            { start, end: other.start },
            { start: other.end, end },
          ].filter((part) => lengthOf(part) >= MIN_SPAN),
    )
  return parts
}

function lengthOf({ start, end }: Times): number {
  return end - start
}

/** Splits a span into parts of at most {@link MAX_SAMPLE_SECONDS}. */
function inPieces({ start, end }: Times): Times[] {
  const count = Math.ceil((end - start) / MAX_SAMPLE_SECONDS)
  const length = (end - start) / count
  return Array.from({ length: count }, (_, i) => ({
    start: start + i * length,
    end: start + (i + 1) * length,
  }))
}
