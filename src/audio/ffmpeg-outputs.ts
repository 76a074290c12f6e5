/** ffmpeg's output options. */
import { SAMPLE_RATE } from './recording.ts'

/**
 * Makes ffmpeg list the packets it writes, one line each, with the number of samples and bytes. This is cheap (20 MB of
 * text for 135 minutes), gives channels, sample rate, and the number and times of the samples, and has the same format
 * from ffmpeg 4.1 to 7.0. With flushing, ffmpeg would write each line separately, and reading the lines for 135 minutes
 * would take this process 4.2 s instead of 0.4.
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

/** Samples with their times, in the simplest such format that ffmpeg writes to a pipe. See `timed-samples.ts`. */
export const TO_TIMED_SAMPLES = [
  ...['-filter_complex', `[0:a:0]asplit[count][all];[all]aresample=${PLAYABLE_RATE}[timed]`],
  ...['-map', '[timed]', '-c:a', 'pcm_s16le', '-flush_packets', '0', '-f', 'smjpeg', 'pipe:3'],
  ...['-map', '[count]', ...COUNT],
]

/** AAC, encoded in a hundredth of its duration; the encoder's default takes three times as long. */
const AAC = ['-c:a', 'aac', '-aac_coder', 'fast']
/** With the index, which players read first, at the beginning. */
const MP4 = ['-movflags', '+faststart', '-f', 'mp4']

/** Encodes 16-bit interleaved samples from `pipe:0`, at {@link PLAYABLE_RATE}, to an MP4 file that every browser plays. */
export function toPlayable(path: string, channels: number): readonly string[] {
  return [
    ...['-v', 'error', '-nostdin', '-threads', '1'],
    '-y', // a second attempt replaces what the first one left
    ...['-f', 's16le', '-ar', String(PLAYABLE_RATE), '-ac', String(channels), '-i', 'pipe:0'],
    ...['-filter_complex', `[0:a]${channels > 2 ? mixOf(channels) : 'anull'}[playable]`],
    ...['-map', '[playable]', ...AAC, '-b:a', PLAYABLE_BITS[channels === 2 ? 2 : 1], ...MP4, `file:${path}`],
    ...['-map', '0:a', ...COUNT],
  ]
}

/**
 * Encodes the part of a playable file between two times, in seconds. Copying packets instead would include some audio
 * from before and after.
 */
export function toClip(
  source: string,
  path: string,
  { from, to }: { from: number; to: number },
): readonly string[] {
  return [
    ...['-v', 'error', '-nostdin', '-threads', '1', '-y'],
    ...['-ss', from.toFixed(6), '-t', (to - from).toFixed(6), '-i', `file:${source}`],
    ...['-map', '0:a:0', '-map_metadata', '-1', ...AAC, '-b:a', PLAYABLE_BITS[2], ...MP4, `file:${path}`],
    ...['-map', '0:a:0', ...COUNT],
  ]
}

/**
 * A filter that mixes all channels into one. The gain preserves the power of channels with different content, such as
 * speakers who take turns.
 */
function mixOf(channels: number): string {
  const gain = (1 / Math.sqrt(channels)).toFixed(3)
  return `pan=mono|c0=${Array.from({ length: channels }, (_, channel) => `${gain}*c${channel}`).join('+')}`
}
