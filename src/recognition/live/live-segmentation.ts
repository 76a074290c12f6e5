/**
 * Cuts the speech of one channel into pieces while it is spoken. A piece is recognised once and for good when it is
 * complete; one or several make an utterance. Where it is cut depends on the sound alone, never on when it arrived.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { Endpointer } from './endpointer.ts'
import { quietestPoint } from '../../audio/quietest-point.ts'
import type { RecentAudio } from './recent-audio.ts'
import { MIN_SILENCE, MARGIN, type Region } from '../speech/speech-regions.ts'
import { FRAME_SAMPLES } from '../speech/voice-activity.ts'

/** Some speech to be recognised. Positions are samples from the start of the session. */
export interface LiveSegment {
  /** From the beginning of speech, or from the last cut, to where nothing more belongs to it. */
  readonly start: number
  readonly end: number
  /** What of it is sound that was heard; behind a cut, a little more than belongs to it. */
  readonly audioEnd: number
  /** Where in it someone speaks; nowhere, when all of its utterance was recognised before. */
  readonly regions: readonly Region[]
  /** Where its utterance begins. */
  readonly utteranceStart: number
  /** Whether its utterance ends with it. */
  readonly ends: boolean
}

export interface SegmentationOptions {
  /** Probability from which a frame is speech, 0–1. */
  readonly speechThreshold: number
  /** The silence that ends an utterance, in seconds. */
  readonly endpointing: number
  /** An utterance is ended after this time even without a silence, in seconds. */
  readonly maximumDuration: number
}

/** What a frame has shown. */
export interface Segmented {
  readonly speech?: { readonly type: 'speech_start' | 'speech_end'; readonly position: number }
  readonly piece?: LiveSegment
}

/**
 * A pause after which what was said before is recognised, though the utterance may go on: when it does not, its end has
 * nothing to wait for.
 */
const SETTLING_PAUSE = 0.3 * SAMPLE_RATE

/** Longer pieces cost too much to be recognised again and again while they grow. */
const MAX_SEGMENT = 8 * SAMPLE_RATE

/** Where speech that does not pause is cut: at its quietest point in this time, */
const CUT_WITHIN = 1.5 * SAMPLE_RATE
/** but not in its last moments, as the word before the cut must be heard to its end. */
const CUT_BEFORE = 0.3 * SAMPLE_RATE

export class LiveSegmentation {
  readonly #endpointer: Endpointer
  readonly #maximum: number
  readonly #sound: RecentAudio
  #position: number
  #lastCut: number
  #utteranceStart: number | null = null
  #open: { start: number; regions: { start: number; end: number }[] } | null = null

  /** @param sound - what the frames are taken from */
  constructor(options: SegmentationOptions, sound: RecentAudio) {
    const { speechThreshold: threshold, endpointing: silence, maximumDuration } = options
    this.#sound = sound
    this.#position = sound.end
    this.#lastCut = sound.end
    this.#endpointer = new Endpointer({ threshold, silence }, this.#position)
    this.#maximum = maximumDuration * SAMPLE_RATE
  }

  /** Everything before it is silence, or in pieces that end their utterance. */
  get undecided(): number {
    return this.#utteranceStart ?? Math.max(this.#lastCut, this.#endpointer.undecided)
  }

  /** Sound before it will not be in any further piece. */
  get needed(): number {
    if (this.#open !== null) return this.#open.start
    const next = this.#endpointer.speaking ? this.#position - MARGIN : this.#endpointer.undecided
    return Math.max(this.#lastCut, next)
  }

  /** The piece that is being spoken, as far as it was heard; none while nobody speaks. */
  get spoken(): LiveSegment | null {
    return this.#endpointer.silence === 0 && this.#open !== null ? this.#piece(this.#position, false) : null
  }

  /** The next frame, which is in the sound already, has this probability of speech. */
  push(probability: number): Segmented {
    const frame = this.#position
    this.#position = Math.min(frame + FRAME_SAMPLES, this.#sound.end)
    const endpoint = this.#endpointer.push(probability)
    if (endpoint?.type === 'end') return this.#finish(endpoint.position)
    if (!this.#endpointer.speaking) return {}
    if (this.#endpointer.silence === 0) this.#extend(frame, endpoint?.position ?? frame - MARGIN)
    const speech =
      endpoint === null ? {} : { speech: { type: 'speech_start', position: endpoint.position } as const }
    return { ...speech, ...this.#cut() }
  }

  /** There is no more sound. */
  finish(): Segmented {
    const endpoint = this.#endpointer.finish()
    return endpoint === null ? {} : this.#finish(endpoint.position)
  }

  /** @param begins - where speech begins, if it does with this frame */
  #extend(frame: number, begins: number): void {
    this.#open ??= { start: Math.max(this.#lastCut, begins), regions: [] }
    this.#utteranceStart ??= this.#open.start
    const { regions } = this.#open
    const last = regions.at(-1)
    if (last !== undefined && frame - last.end < MIN_SILENCE) last.end = this.#position
    else regions.push({ start: regions.length === 0 ? this.#open.start : frame, end: this.#position })
  }

  #finish(position: number): Segmented {
    const speech = { type: 'speech_end', position: Math.min(position, this.#position) } as const
    return this.#utteranceStart === null ? { speech } : { speech, piece: this.#close(this.#position, true) }
  }

  #cut(): Segmented {
    if (this.#utteranceStart === null) return {}
    const silence = this.#endpointer.silence
    const paused = silence >= MIN_SILENCE
    if (this.#position - this.#utteranceStart >= this.#maximum)
      return { piece: this.#close(paused ? this.#position : this.#quietest(), true) }
    if (this.#open === null) return {}
    if (silence >= SETTLING_PAUSE) return { piece: this.#close(this.#position, false) }
    if (this.#position - this.#open.start >= MAX_SEGMENT)
      return { piece: this.#close(this.#quietest(), false) }
    return {}
  }

  #quietest(): number {
    const from = Math.max(this.#open?.start ?? this.#lastCut, this.#position - CUT_WITHIN)
    const to = Math.max(from, this.#position - CUT_BEFORE)
    return from + quietestPoint(this.#sound.view(from, to))
  }

  /** Cuts at a position, or here when nothing was said behind it; what was belongs to the next piece. */
  #close(at: number, ends: boolean): LiveSegment {
    const behind = this.#open?.regions.filter((region) => region.end > at) ?? []
    const end = behind.length === 0 ? this.#position : at
    const piece = this.#piece(end, ends)
    this.#lastCut = end
    this.#open =
      behind.length === 0
        ? null
        : { start: end, regions: behind.map((region) => ({ ...region, start: Math.max(region.start, end) })) }
    if (ends) this.#utteranceStart = this.#open?.start ?? null
    return piece
  }

  #piece(end: number, ends: boolean): LiveSegment {
    const { start, regions } = this.#open ?? { start: end, regions: [] }
    return {
      start,
      end,
      audioEnd: this.#position,
      regions: regions
        .filter((region) => region.start < end)
        .map((region) => ({
          start: Math.max(start, region.start - MARGIN),
          end: Math.min(end, region.end + MARGIN),
        })),
      utteranceStart: this.#utteranceStart ?? start,
      ends,
    }
  }
}
