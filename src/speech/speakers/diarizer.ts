/**
 * Who speaks when, by a pulled model of purpose `speakers`: pyannote's segmentation tells up to three voices apart in each ten
 * seconds, and which of them are one person is told by clustering a vector for each (complete linkage). It blocks its thread
 * for as long as it takes: see `diarizer-thread.ts`.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { loadSherpa, type Sherpa } from '../../models/sherpa.ts'
import { add, unit } from '../../models/vectors.ts'
import type { Voice } from './speaker-model.ts'

/** When a speaker speaks, in seconds from the start of some samples. Spans of two speakers may overlap. */
export interface SpeakerSpan {
  readonly speaker: number
  readonly start: number
  readonly end: number
}

/** What a speaker sounds like. */
export interface SampledVoice {
  /** The mean of some voices, which is the shorter the less they are alike: two means multiply to the mean of all products. */
  readonly mean: Voice
  /** How many voices. */
  readonly count: number
}

/** What is found in some samples. */
export interface DiarizedSamples {
  /** In order of their start, of speakers numbered from 0. */
  readonly spans: readonly SpeakerSpan[]
  /** What each speaker sounds like, if that was asked for. */
  readonly voices: ReadonlyMap<number, SampledVoice>
}

/** The files of a model, by their paths, and its threshold. */
export interface DiarizerModel {
  readonly segmentation: string
  readonly voices: string
  readonly threshold: number
}

/** In seconds. Shorter pauses are not shown, nor are shorter spans: nothing is said in them. */
export const MIN_SPAN = 0.1

/** The segmentation looks at ten seconds, every second. */
const LOOK = 10 * SAMPLE_RATE
const LOOK_SHIFT = SAMPLE_RATE

/**
 * How many samples to give to a diarizer, where there are as many as this; silence fills up the rest. With less than two whole
 * looks, the library does not cluster, and a part of a look can end the process.
 */
export function lengthFor(samples: number): number {
  return LOOK + Math.max(1, Math.ceil((samples - LOOK) / LOOK_SHIFT)) * LOOK_SHIFT
}

/** Of each speaker, the longest pieces give its mean voice, as many as this. Shorter ones give no vector. */
const SAMPLES_OF_VOICE = 6
const MAX_SAMPLE_SECONDS = 10
const MIN_SAMPLE_SECONDS = 0.05

/** In one thread: the library's threads spin while they wait, which takes the core that the API runs on. */
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

  /** A file that is not such a model ends the process. @throws {Error} when the model cannot be used */
  static async load(model: DiarizerModel): Promise<Diarizer> {
    const diarizer = new Diarizer(model, await loadSherpa())
    const { sampleRate } = diarizer.#diarization
    if (sampleRate !== SAMPLE_RATE)
      throw new Error(`its segmentation is for audio of ${sampleRate} Hz, not ${SAMPLE_RATE} Hz`)
    return diarizer
  }

  /**
   * @param samples mono, 16 kHz, −1 … 1, of a length by {@link lengthFor}
   * @param speakers how many there are; without it, the threshold of the model decides
   * @returns the spans in order of their start, of speakers numbered from 0; of no more speakers than there are voices
   */
  spans(samples: Float32Array, speakers?: number): SpeakerSpan[] {
    for (let count = speakers ?? -1; ; count = Math.floor(count / 2)) {
      this.#diarization.setConfig({ clustering: clusteringOf(this.#model, count) })
      const spans = this.#diarization.process(samples)
      // The library takes all voices for one speaker if there are fewer voices than speakers.
      const found = new Set(spans.map(({ speaker }) => speaker)).size
      if (count <= 2 || found !== 1) return spans
    }
  }

  /** The voice of each speaker, from where nobody else speaks, if there is such a place. */
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

  /** Loaded at the first use: only long recordings need it. */
  #embedding(): InstanceType<Sherpa['SpeakerEmbeddingExtractor']> {
    return (this.#extractor ??= new this.#sherpa.SpeakerEmbeddingExtractor({ model: this.#model.voices }))
  }
}

function clusteringOf({ threshold }: DiarizerModel, numClusters = -1) {
  return { numClusters, threshold }
}

type Times = Pick<SpeakerSpan, 'start' | 'end'>

/** What is left of a span without some others. */
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

/** Parts of a span of at most {@link MAX_SAMPLE_SECONDS}. */
function inPieces({ start, end }: Times): Times[] {
  const count = Math.ceil((end - start) / MAX_SAMPLE_SECONDS)
  const length = (end - start) / count
  return Array.from({ length: count }, (_, i) => ({
    start: start + i * length,
    end: start + (i + 1) * length,
  }))
}
