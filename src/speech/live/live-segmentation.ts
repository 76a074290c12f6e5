/**
 * Cuts the speech of one channel into segments while it is spoken. A segment gets its final words when it is complete; an
 * utterance has one or more segments. Where a segment is cut depends only on the audio, not on when it arrived.
 */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import { Endpointer } from './endpointer.ts'
import { quietestPoint } from '../../audio/quietest-point.ts'
import type { RecentAudio } from './recent-audio.ts'
import { MIN_SILENCE, MARGIN, type Region } from '../analysis/speech-regions.ts'
import { FRAME_SAMPLES } from '../analysis/voice-activity.ts'

/** Speech to be recognised. Positions are samples from the start of the session. */
export interface LiveSegment {
  /** The beginning of the speech, or the last cut. */
  readonly start: number
  readonly end: number
  /** The end of the audio received; after a cut, slightly beyond the end of the segment. */
  readonly audioEnd: number
  /** The regions of speech; empty if the whole utterance has already been recognised. */
  readonly regions: readonly Region[]
  readonly utteranceStart: number
  /** Whether its utterance ends with it. */
  readonly ends: boolean
}

export interface SegmentationOptions {
  /** The probability from which a frame counts as speech, 0–1. */
  readonly speechThreshold: number
  /** The silence that ends an utterance, in seconds. */
  readonly endpointing: number
  /** The duration after which an utterance ends even without silence, in seconds. */
  readonly maximumDuration: number
}

/** What changed with a frame: speech started or ended, or a segment is complete. */
export interface SegmentationResult {
  readonly speech?: { readonly type: 'speech_start' | 'speech_end'; readonly position: number }
  readonly segment?: LiveSegment
}

/** After this pause, the speech so far is recognised, so that the utterance can become final at once if it ends there. */
const SEGMENT_PAUSE = 0.3 * SAMPLE_RATE

/** Longer segments are too expensive to recognise again for each partial. */
const MAX_SEGMENT = 8 * SAMPLE_RATE

/** Speech without a pause is cut at the quietest point within this last part of it … */
const CUT_WITHIN = 1.5 * SAMPLE_RATE
/** … but not this close to the end, because the word before the cut must be complete. */
const CUT_BEFORE = 0.3 * SAMPLE_RATE

export class LiveSegmentation {
  readonly #endpointer: Endpointer
  readonly #from: number
  readonly #maximum: number
  readonly #audio: RecentAudio
  #position: number
  #lastCut: number
  #utteranceStart: number | null = null
  #open: { start: number; regions: { start: number; end: number }[] } | null = null

  /**
   * @param audio - the audio of the frames
   * @param from - the audio before this position is already in segments: its frames only show whether there is speech
   */
  constructor(options: SegmentationOptions, audio: RecentAudio, from: number) {
    const { speechThreshold: threshold, endpointing: silence, maximumDuration } = options
    this.#audio = audio
    this.#position = audio.end
    this.#lastCut = from
    this.#from = from
    this.#endpointer = new Endpointer({ threshold, silence }, this.#position)
    this.#maximum = maximumDuration * SAMPLE_RATE
  }

  /** All audio before this position is silence, or in utterances that have ended. */
  get undecided(): number {
    return this.#utteranceStart ?? Math.max(this.#lastCut, this.#endpointer.undecided)
  }

  /** Audio before this position will not be in any further segment. */
  get needed(): number {
    if (this.#open !== null) return this.#open.start
    const next = this.#endpointer.speaking ? this.#position - MARGIN : this.#endpointer.undecided
    return Math.min(this.#position, Math.max(this.#lastCut, next))
  }

  /** The segment that is being spoken, up to the latest audio; null during silence. */
  get current(): LiveSegment | null {
    return this.#endpointer.silence === 0 && this.#open !== null ? this.#segment(this.#position, false) : null
  }

  /** @param probability - of speech in the next frame, whose audio has already been appended */
  push(probability: number): SegmentationResult {
    const frame = this.#position
    this.#position = Math.min(frame + FRAME_SAMPLES, this.#audio.end)
    const endpoint = this.#endpointer.push(probability)
    if (this.#position <= this.#from) return {}
    if (endpoint?.type === 'end') return this.#finish(endpoint.position)
    if (!this.#endpointer.speaking) return {}
    if (this.#endpointer.silence === 0) this.#extend(frame, endpoint?.position ?? frame - MARGIN)
    const speech =
      endpoint === null ? {} : { speech: { type: 'speech_start', position: endpoint.position } as const }
    return { ...speech, ...this.#cut() }
  }

  /** Ends the audio. */
  finish(): SegmentationResult {
    const endpoint = this.#endpointer.finish()
    return endpoint === null ? {} : this.#finish(endpoint.position)
  }

  /** @param speechStart - where speech begins, if it begins with this frame */
  #extend(frame: number, speechStart: number): void {
    this.#open ??= { start: Math.max(this.#lastCut, speechStart), regions: [] }
    this.#utteranceStart ??= this.#open.start
    const { regions } = this.#open
    const last = regions.at(-1)
    if (last !== undefined && frame - last.end < MIN_SILENCE) last.end = this.#position
    else regions.push({ start: regions.length === 0 ? this.#open.start : frame, end: this.#position })
  }

  #finish(position: number): SegmentationResult {
    const speech = { type: 'speech_end', position: Math.min(position, this.#position) } as const
    return this.#utteranceStart === null ? { speech } : { speech, segment: this.#close(this.#position, true) }
  }

  #cut(): SegmentationResult {
    if (this.#utteranceStart === null) return {}
    const silence = this.#endpointer.silence
    const paused = silence >= MIN_SILENCE
    if (this.#position - this.#utteranceStart >= this.#maximum)
      return { segment: this.#close(paused ? this.#position : this.#quietest(), true) }
    if (this.#open === null) return {}
    if (silence >= SEGMENT_PAUSE) return { segment: this.#close(this.#position, false) }
    if (this.#position - this.#open.start >= MAX_SEGMENT)
      return { segment: this.#close(this.#quietest(), false) }
    return {}
  }

  #quietest(): number {
    const from = Math.max(this.#open?.start ?? this.#lastCut, this.#position - CUT_WITHIN)
    const to = Math.max(from, this.#position - CUT_BEFORE)
    return from + quietestPoint(this.#audio.view(from, to))
  }

  /**
   * Completes the segment at a position; speech after it goes into the next segment. If there is none, the segment ends
   * at the current position.
   */
  #close(at: number, ends: boolean): LiveSegment {
    const rest = this.#open?.regions.filter((region) => region.end > at) ?? []
    const end = rest.length === 0 ? this.#position : at
    const segment = this.#segment(end, ends)
    this.#lastCut = end
    this.#open =
      rest.length === 0
        ? null
        : { start: end, regions: rest.map((region) => ({ ...region, start: Math.max(region.start, end) })) }
    if (ends) this.#utteranceStart = this.#open?.start ?? null
    return segment
  }

  #segment(end: number, ends: boolean): LiveSegment {
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
