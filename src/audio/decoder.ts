/**
 * Decodes the audio of a file with ffmpeg, and measures it. Only this module knows ffmpeg's options and output.
 */
import { stat } from 'node:fs/promises'
import { readDeclared } from './declared-length.ts'
import { AudioError, DecoderError } from './audio-error.ts'
import { FfmpegError, runFfmpeg } from './ffmpeg.ts'
import { SAMPLE_RATE } from './recording.ts'

export interface DecodingOptions {
  /** The executable, as `findFfmpeg` found it. */
  readonly ffmpeg: string
  /** Longer recordings are refused, in seconds. */
  readonly maxSeconds: number
  /** Recordings with more channels are refused; 2 by default. */
  readonly maxChannels?: number
  /** Aborts the decoding, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Where the samples go. By default they are only counted, at the rate of the file. */
interface Output {
  /**
   * Descriptor of an open file for the samples, at {@link SAMPLE_RATE}, interleaved, 16-bit little-endian. ffmpeg writes
   * it: no sample passes through this process.
   */
  readonly spool?: number
  /** Instead of a spool: audio to listen to. */
  readonly playable?: PlayableOutput | undefined
  /** Called with the seconds done, several times a second. */
  readonly onProgress?: ((seconds: number) => void) | undefined
}

/** Audio to listen to, and its samples for whoever draws them. */
interface PlayableOutput {
  /** Path of the MP4 file to make, with AAC at {@link PLAYABLE_RATE}. The samples follow each other without the gaps of the source. */
  readonly path: string
  /** The channels of the source. */
  readonly channels: number
  /** Called with samples at {@link PLAYABLE_RATE}, 8-bit, interleaved; the first and the last frame of a call may be incomplete. */
  readonly onSamples: (samples: Buffer) => void
}

interface Decoded {
  /** Samples of each channel. */
  readonly samples: number
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

/**
 * Makes ffmpeg list the packets it writes, one line each with its samples and bytes. This is cheap (20 MB of text for 135
 * minutes), gives channels and rate, counts samples even where the file's timestamps have gaps, and has the same format
 * from ffmpeg 4.1 to 7.0. With flushing, ffmpeg would write each line by itself, and reading them would take 4.2 s of
 * this process for those 135 minutes, instead of 0.4.
 */
const COUNT = '-c:a pcm_s16le -flush_packets 0 -f framecrc pipe:1'.split(' ')

/**
 * ffmpeg's own resampler with four times its usual length. Measured with tones, the same on ffmpeg 4.1, 5.1 and 7.0:
 * flat to 7.4 kHz (default: to 6.5), with aliases from above 8.1 kHz 79 dB down (default: 13). soxr takes half the time (9 s
 * less for 135 minutes of stereo), with −2.9 dB at 7.6 kHz against −0.7; it is not used because some builds lack it, and a
 * recording should give the same samples everywhere.
 */
const RESAMPLE = `aresample=${SAMPLE_RATE}:filter_size=128:cutoff=0.97:internal_sample_fmt=fltp`

/** Samples per second of playable audio: every browser plays it, and an AAC frame, the unit of its length, is 21 ms. */
export const PLAYABLE_RATE = 48_000

/** Bits per second of playable audio, by its channels. */
const PLAYABLE_BITS = { 1: '64k', 2: '96k' } as const

const TO_COUNT = ['-map', '0:a:0', ...COUNT]

const TO_SPOOL = [
  ...['-filter_complex', `[0:a:0]${RESAMPLE},asplit[spool][count]`],
  ...['-map', '[spool]', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:3'],
  ...['-map', '[count]'],
  ...COUNT,
]

function toPlayable({ path, channels }: PlayableOutput): readonly string[] {
  const isMixed = channels > 2
  // Speakers on channels of their own seldom speak at the same time. The gain keeps the power of independent channels.
  const gain = 1 / Math.sqrt(channels)
  const sum = Array.from({ length: channels }, (_, channel) => `${gain.toFixed(3)}*c${channel}`).join('+')
  const mixed = isMixed ? `pan=mono|c0=${sum},` : ''
  return [
    '-y', // a second attempt replaces what the first one left
    '-filter_complex',
    `[0:a:0]asplit[count][all];[all]aresample=${PLAYABLE_RATE},asplit[drawn][heard];` +
      // A time for each sample, because the times of a file may have gaps.
      `[heard]${mixed}asetpts=N/SR/TB[playable]`,
    ...[
      '-map',
      '[playable]',
      '-c:a',
      'aac',
      '-aac_coder',
      'fast',
      '-b:a',
      PLAYABLE_BITS[channels === 2 ? 2 : 1],
    ],
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
    ...[
      '-map',
      '[drawn]',
      '-ac',
      String(channels),
      '-c:a',
      'pcm_s8',
      '-flush_packets',
      '0',
      '-f',
      's8',
      'pipe:3',
    ],
    ...['-map', '[count]'],
    ...COUNT,
  ]
}

/** A header with a rate outside this range, in Hz, is wrong: below it no speech is left, above it no recorder works. */
const MIN_RATE = 1000
const MAX_RATE = 384_000

/**
 * Seconds of audio that a byte may contain: Opus makes a packet every 400 ms of silence, about 20 bytes
 * a second with its container. A minute more is allowed, since frames of digital silence may be long.
 */
const MAX_SECONDS_PER_BYTE = 1 / 10
const SILENT_SECONDS = 60

/**
 * Samples that a file may contain whatever its size: the longest audio allowed, in this rate and number of channels.
 * Beyond them it must have a byte for so many; a lossless codec has 1 or 2 samples of real audio in a byte. Without this
 * limit, 1 MB of silence at a high rate costs minutes of CPU time.
 */
const USUAL_RATE = 48_000
const MAX_CHANNELS = 2
const MAX_SAMPLES_PER_BYTE = 16

/**
 * CPU time allowed: so many seconds, and this part of the duration decoded so far. 135 minutes of stereo mp3 take 7 to 16
 * s, 0.2 % of the duration; the rest is for slower codecs and machines.
 */
const BASE_CPU_SECONDS = 20
const CPU_PER_SECOND = 0.1

/** The same where it is also encoded: 1 % of the duration with the encoder's quick search, 3 % with its default. */
const ENCODING_CPU_PER_SECOND = 0.3

/** Tolerance for a codec's padding and a resampler's rounding, in seconds. */
const GRACE = 0.1

const UNREADABLE =
  'The file cannot be decoded: it is damaged, incomplete or not in a supported format ' +
  '(wav, mp3, m4a, aac, flac, ogg, opus, webm, mp4, mov, mkv and others).'

/**
 * Decodes the first audio track of a file.
 *
 * @throws AudioError when the file cannot be used; FfmpegError when the fault is this machine's
 */
export async function decodeFile(
  file: string,
  { ffmpeg, maxSeconds, maxChannels = MAX_CHANNELS, signal }: DecodingOptions,
  { spool, playable, onProgress }: Output = {},
): Promise<Decoded> {
  const { size } = await stat(file)
  if (size === 0) throw new AudioError('The file is empty.')
  const declared = await readDeclared(file)
  if (declared.bytes > size) throw incomplete(`at least ${declared.bytes} bytes`, String(size))
  const input = [...LIMITS, '-format_whitelist', FORMATS, '-i', `file:${file}`]
  const output = playable !== undefined ? toPlayable(playable) : spool === undefined ? TO_COUNT : TO_SPOOL
  const cpuPerSecond = playable === undefined ? CPU_PER_SECOND : ENCODING_CPU_PER_SECOND
  const count = new PacketCount()
  try {
    const allowedCpuSeconds = () => BASE_CPU_SECONDS + cpuPerSecond * secondsOf(count)
    const options = { spool, onBytes: playable?.onSamples, signal, allowedCpuSeconds }
    for await (const text of runFfmpeg(ffmpeg, [...input, ...output], options)) {
      count.add(text)
      refuseUnusable(count, { maxSeconds, maxChannels, size })
      if (count.samples > 0) onProgress?.(count.samples / count.rate)
    }
  } catch (error) {
    throw error instanceof FfmpegError ? explain(error) : error
  }
  if (count.samples === 0) throw new AudioError('The audio track of the file is empty.')
  const seconds = count.samples / count.rate
  if (declared.seconds > seconds + GRACE) {
    throw incomplete(`${declared.seconds.toFixed(1)} s of audio`, `${seconds.toFixed(1)} s`)
  }
  return count
}

/**
 * Decodes, once more if ffmpeg is killed from outside or hangs: the file is not to blame.
 * @throws DecoderError when it is lost again
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
  samples = 0
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

  /** Such as `#tb 0: 1/44100`. */
  #header(line: string): void {
    const timeBase = /^#tb 0: 1\/(\d+)$/.exec(line)
    if (timeBase !== null) this.rate = Number(timeBase[1])
  }

  /** Such as `0, 1024, 1024, 1024, 4096, 0xb81cab69`: stream, two timestamps, samples, bytes, checksum. */
  #packet(line: string): void {
    const [, , , samples, bytes] = line.split(',').map(Number)
    if (!samples || !bytes) return
    this.samples += samples
    this.channels = bytes / samples / Int16Array.BYTES_PER_ELEMENT
  }
}

function secondsOf({ samples, rate }: Decoded): number {
  return rate === 0 ? 0 : samples / rate
}

function refuseUnusable(
  { samples, rate, channels }: Decoded,
  { maxSeconds, maxChannels, size }: Record<'maxSeconds' | 'maxChannels' | 'size', number>,
): void {
  if (samples === 0) return
  if (rate < MIN_RATE || rate > MAX_RATE) {
    throw new AudioError(`The audio claims a sample rate of ${rate} Hz: send ${MIN_RATE} to ${MAX_RATE} Hz.`)
  }
  if (channels > maxChannels) {
    throw new AudioError(`The audio has ${channels} channels: send 1 (mono) or 2 (stereo).`)
  }
  if (samples > (maxSeconds + GRACE) * rate) {
    const minutes = Number((maxSeconds / 60).toFixed(2))
    throw new AudioError(`The audio is longer than ${minutes} minutes, the limit: send it in parts.`)
  }
  const isTiny = samples > (SILENT_SECONDS + MAX_SECONDS_PER_BYTE * size) * rate
  const maxSamples = maxSeconds * USUAL_RATE * MAX_CHANNELS + MAX_SAMPLES_PER_BYTE * size
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
