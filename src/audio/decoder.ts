/**
 * Decodes the audio of a file with ffmpeg, and measures it. Only this module and its outputs know ffmpeg's options.
 */
import { stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { readDeclared } from './declared-length.ts'
import { AudioError, DecoderError } from './audio-error.ts'
import { hasZero, Timeline } from './clock.ts'
import { FfmpegError, runFfmpeg } from './ffmpeg.ts'
import { TO_COUNT, TO_SPOOL, TO_TIMED_SAMPLES } from './ffmpeg-outputs.ts'

export interface DecodingOptions {
  /** The executable, as `findFfmpeg` found it. */
  readonly ffmpeg: string
  /** In seconds; longer recordings are refused. */
  readonly maxSeconds: number
  /** Recordings with more channels are refused; 2 by default. */
  readonly maxChannels?: number
  /** Aborts decoding, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Where the samples go. By default they are only counted, at the sample rate of the file. */
interface Output {
  /**
   * Descriptor of an open file for the samples, at SAMPLE_RATE, interleaved, 16-bit little-endian. ffmpeg writes them
   * itself: no sample passes through this process.
   */
  readonly spool?: number
  /** Instead of a spool: receives samples at PLAYABLE_RATE with their times, see `timed-samples.ts`. */
  readonly timedSamples?: Writable | undefined
  /** Called with the seconds done, several times a second. */
  readonly onProgress?: ((seconds: number) => void) | undefined
}

interface Decoded {
  /** Where the samples are on the clock of the file. */
  readonly timeline: Timeline
  /** Samples per second. */
  readonly rate: number
  readonly channels: number
}

/**
 * Audio containers; no formats that refer to other files (playlists, concatenation scripts) or that accept any bytes (raw
 * audio, text).
 */
const FORMATS =
  'wav,w64,aiff,au,caf,mp3,aac,flac,ogg,matroska,mov,avi,asf,amr,mpegts,mpeg,flv,ac3,eac3,wv,ape,tta'

const MAX_ALLOCATION = 256 * 2 ** 20

const LIMITS = `-v error -nostdin -max_alloc ${MAX_ALLOCATION} -threads 1 -protocol_whitelist file`.split(' ')

/** In Hz. A rate outside this range is wrong: no speech survives a lower one, and no recorder has a higher one. */
const MIN_RATE = 1000
const MAX_RATE = 384_000

/**
 * Maximum seconds of audio per byte: for silence, Opus writes a packet every 400 ms, about 20 bytes a second with its
 * container. Another minute is allowed, since frames of digital silence may be long.
 */
const MAX_SECONDS_PER_BYTE = 1 / 10
const SILENT_SECONDS = 60

/**
 * A file of any size may contain the samples of its own duration, or of USUAL_SECONDS if that is longer, at USUAL_RATE
 * with MAX_CHANNELS. For more, it must have a byte per MAX_SAMPLES_PER_BYTE samples; a lossless codec has 1 or 2 samples
 * of real audio in a byte. Without this limit, 1 MB of silence at a high rate costs minutes of CPU time.
 */
const USUAL_SECONDS = 8100
const USUAL_RATE = 48_000
const MAX_CHANNELS = 2
const MAX_SAMPLES_PER_BYTE = 16

/**
 * Allowed CPU time: BASE_CPU_SECONDS, and CPU_PER_SECOND for each second of audio decoded so far. 135 minutes of stereo
 * mp3 take 7 to 16 s, 0.2 % of the duration; the rest is for slower codecs and machines.
 */
const BASE_CPU_SECONDS = 20
const CPU_PER_SECOND = 0.1

/** Tolerance for a codec's padding and a resampler's rounding, in seconds. */
const GRACE = 0.1

/** The message for a file that ffmpeg cannot decode. */
export const UNREADABLE =
  'The file cannot be decoded: it is damaged, incomplete or not in a supported format ' +
  '(wav, mp3, m4a, aac, flac, ogg, opus, webm, mp4, mov, mkv and others).'

/**
 * Decodes the first audio track of a file.
 *
 * @throws AudioError if the file cannot be used; FfmpegError if this machine is at fault
 */
export async function decodeFile(
  file: string,
  { ffmpeg, maxSeconds, maxChannels = MAX_CHANNELS, signal }: DecodingOptions,
  { spool, timedSamples, onProgress }: Output = {},
): Promise<Decoded> {
  const { size } = await stat(file)
  if (size === 0) throw new AudioError('The file is empty.')
  const declared = await readDeclared(file)
  if (declared.bytes > size) throw incomplete(`at least ${declared.bytes} bytes`, String(size))
  const clock = (await hasZero(file)) ? ['-copyts'] : []
  const input = [...LIMITS, ...clock, '-format_whitelist', FORMATS, '-i', `file:${file}`]
  const output = timedSamples !== undefined ? TO_TIMED_SAMPLES : spool === undefined ? TO_COUNT : TO_SPOOL
  const count = new PacketCount()
  try {
    const allowedCpuSeconds = () => BASE_CPU_SECONDS + CPU_PER_SECOND * secondsOf(count)
    const options = { output: spool ?? timedSamples, signal, allowedCpuSeconds }
    for await (const text of runFfmpeg(ffmpeg, [...input, ...output], options)) {
      count.add(text)
      refuseUnusable(count, { maxSeconds, maxChannels, size })
      if (count.timeline.decoded > 0) onProgress?.(secondsOf(count))
    }
  } catch (error) {
    throw error instanceof FfmpegError ? explain(error) : error
  }
  if (count.timeline.decoded === 0) throw new AudioError('The audio track of the file is empty.')
  const seconds = secondsOf(count)
  if (declared.seconds > seconds + GRACE) {
    throw incomplete(`${declared.seconds.toFixed(1)} s of audio`, `${seconds.toFixed(1)} s`)
  }
  return count
}

/**
 * Decodes a file, and tries once more if ffmpeg is killed from outside or hangs, for which the file is not to blame.
 * @throws DecoderError if ffmpeg is lost again
 */
export async function retryIfLost<T>(decoding: () => Promise<T>): Promise<T> {
  try {
    return await decoding()
  } catch (error) {
    if (!wasLost(error)) throw error
  }
  try {
    return await decoding()
  } catch (error) {
    if (!wasLost(error)) throw error
    const message =
      'The decoder was killed or hung twice while it worked on the file. The fault is with the service, not with the file; ' +
      'try again later.'
    throw new DecoderError(message, { cause: error })
  }
}

function wasLost(error: unknown): boolean {
  return error instanceof FfmpegError && (error.fault === 'killed' || error.fault === 'stalled')
}

function incomplete(declared: string, found: string): AudioError {
  return new AudioError(
    `The file is incomplete: it declares ${declared} and contains ${found}. Send the whole file.`,
  )
}

/** Parses the list of packets, received in chunks. */
class PacketCount implements Decoded {
  readonly timeline = new Timeline()
  rate = 0
  channels = 0
  #rest = ''

  add(text: string): void {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('#')) this.#header(line)
      else this.#packet(line)
    }
  }

  /** For example `#tb 0: 1/44100`. */
  #header(line: string): void {
    const timeBase = /^#tb 0: 1\/(\d+)$/.exec(line)
    if (timeBase !== null) this.rate = Number(timeBase[1])
  }

  /** For example `0, 1024, 1024, 1024, 4096, 0xb81cab69`: stream, two timestamps, samples, bytes, checksum. */
  #packet(line: string): void {
    const [, , time = 0, samples, bytes] = line.split(',').map(Number)
    if (!samples || !bytes) return
    this.timeline.add(samples, time, this.rate)
    this.channels = bytes / samples / Int16Array.BYTES_PER_ELEMENT
  }
}

/** Where the audio ends on the clock of the file. */
export function secondsOf({ timeline, rate }: Decoded): number {
  return rate === 0 ? 0 : timeline.end / rate
}

function refuseUnusable(
  { timeline, rate, channels }: Decoded,
  { maxSeconds, maxChannels, size }: Record<'maxSeconds' | 'maxChannels' | 'size', number>,
): void {
  const { decoded, end: samples } = timeline
  if (decoded === 0) return
  if (rate < MIN_RATE || rate > MAX_RATE) {
    throw new AudioError(`The audio claims a sample rate of ${rate} Hz: send ${MIN_RATE} to ${MAX_RATE} Hz.`)
  }
  if (channels > maxChannels) {
    throw new AudioError(`The audio has ${channels} channels: send 1 (mono) or 2 (stereo).`)
  }
  if (samples > (maxSeconds + GRACE) * rate) {
    const minutes = Number((maxSeconds / 60).toFixed(2))
    if (decoded <= maxSeconds * rate) {
      throw new AudioError(
        `The timestamps of the audio go beyond ${minutes} minutes, the limit, with ` +
          `${Math.floor(decoded / rate)} s of audio before: send it without the gap, such as in an mp3 file.`,
      )
    }
    throw new AudioError(`The audio is longer than ${minutes} minutes, the limit: send it in parts.`)
  }
  const isTiny = samples > (SILENT_SECONDS + MAX_SECONDS_PER_BYTE * size) * rate
  const usualSeconds = Math.max(samples / rate, Math.min(maxSeconds, USUAL_SECONDS))
  const maxSamples = usualSeconds * USUAL_RATE * MAX_CHANNELS + MAX_SAMPLES_PER_BYTE * size
  if (isTiny || samples * channels > maxSamples) {
    throw new AudioError(
      `The file is compressed beyond what real audio allows: its ${size} bytes contain more than ` +
        `${Math.floor(samples / rate)} s at ${rate} Hz. Send the recording at a lower sample rate, or without its silence.`,
    )
  }
}

function explain(error: FfmpegError): Error {
  if (error.fault === 'unusable' || wasLost(error)) return error
  if (error.fault === 'slow') {
    const message =
      'The file takes too much computing time for its duration: send it in another format, such as wav or mp3.'
    return new AudioError(message, { cause: error })
  }
  // The same in ffmpeg 4.1 to 7.0, for mapped and for filtered streams.
  const silent = error.message.includes('matches no streams')
  return new AudioError(silent ? 'The file has no audio track.' : UNREADABLE, { cause: error })
}
