/** What ffmpeg is asked to write, as its options. */
import { SAMPLE_RATE } from './recording.ts'

/** Audio to listen to, and its samples to draw its wave. */
export interface PlayableOutput {
  /** Path of the MP4 file to make, with AAC at {@link PLAYABLE_RATE}. The samples follow each other without the gaps of the source. */
  readonly path: string
  /** The channels of the source. */
  readonly channels: number
  /** Called with samples at {@link PLAYABLE_RATE}, 8-bit, interleaved; the first and the last frame of a call may be incomplete. */
  readonly onSamples: (samples: Buffer) => void
}

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

export const TO_COUNT = ['-map', '0:a:0', ...COUNT]

export const TO_SPOOL = [
  ...['-filter_complex', `[0:a:0]${RESAMPLE},asplit[spool][count]`],
  ...['-map', '[spool]', '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:3'],
  ...['-map', '[count]'],
  ...COUNT,
]

/** AAC, at a hundredth of its duration: the default of the encoder takes three times as long. */
const AAC = ['-c:a', 'aac', '-aac_coder', 'fast']
/** Neither titles nor chapters of the source, and what a player reads first at the beginning. */
const MP4 = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', '-f', 'mp4']
const SAMPLES_8_BIT = ['-c:a', 'pcm_s8', '-flush_packets', '0', '-f', 's8']

export function toPlayable({ path, channels }: PlayableOutput): readonly string[] {
  return [
    '-y', // a second attempt replaces what the first one left
    '-filter_complex',
    `[0:a:0]asplit[count][all];[all]aresample=${PLAYABLE_RATE},asplit[drawn][played];` +
      // A time for each sample, because the times of a file may have gaps.
      `[played]${channels > 2 ? `${mixOf(channels)},` : ''}asetpts=N/SR/TB[playable]`,
    ...['-map', '[playable]', ...AAC, '-b:a', PLAYABLE_BITS[channels === 2 ? 2 : 1], ...MP4, `file:${path}`],
    ...['-map', '[drawn]', '-ac', String(channels), ...SAMPLES_8_BIT, 'pipe:3'],
    ...['-map', '[count]', ...COUNT],
  ]
}

/** A filter for one channel of all. The gain keeps the power of channels with different content, such as speakers who take turns. */
function mixOf(channels: number): string {
  const gain = (1 / Math.sqrt(channels)).toFixed(3)
  return `pan=mono|c0=${Array.from({ length: channels }, (_, channel) => `${gain}*c${channel}`).join('+')}`
}
