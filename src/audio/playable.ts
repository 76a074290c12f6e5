/** Converts audio of any format to one that plays in every browser, and measures its peaks on the way. */
import { PassThrough, Readable } from 'node:stream'
import { decodeFile, type DecodingOptions, retryIfLost } from './decoder.ts'
import { PLAYABLE_RATE, toPlayable } from './ffmpeg-outputs.ts'
import { runFfmpeg } from './ffmpeg.ts'
import { PeakMeter, type Peaks } from './peaks.ts'
import { samplesOnClock } from './timed-samples.ts'

const PIXELS_PER_SECOND = 20

/**
 * Encodes the first audio track of a file as AAC in an MP4 file whose index is at its beginning, so that it plays and
 * seeks while it is downloaded. It is stereo if the track has two channels, else mono. Its times are those of the source,
 * as in a transcript; gaps in the source are silent. Two hours of stereo mp3 take 94 s, most of it encoding.
 *
 * @param target path of the new file; a failure may leave it incomplete
 * @param options - `channels` of the file; `onProgress` is called with the seconds done, several times a second
 * @throws AudioError if the file cannot be used, DecoderError if the decoder was killed or hung twice
 */
export async function makePlayable(
  file: string,
  target: string,
  {
    channels,
    onProgress,
    ...options
  }: DecodingOptions & { readonly channels: number; readonly onProgress?: (seconds: number) => void },
): Promise<Peaks> {
  return retryIfLost(async () => {
    const meter = new PeakMeter(channels, PLAYABLE_RATE / PIXELS_PER_SECOND)
    const timedSamples = new PassThrough()
    // If decoding or encoding fails, the other is aborted.
    const failed = new AbortController()
    const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])])
    const fail = (error: unknown) => failed.abort(error)
    const decoding = { ...options, maxChannels: channels, signal }
    await Promise.all([
      decodeFile(file, decoding, { timedSamples, onProgress }).catch(fail),
      encode(
        options.ffmpeg,
        measured(samplesOnClock(timedSamples, { channels, maxSeconds: options.maxSeconds }), meter),
        { target, channels, signal },
      ).catch(fail),
    ])
    signal.throwIfAborted()
    return { ...meter.peaks(), rate: PLAYABLE_RATE }
  })
}

/** The samples as bytes; measures them as they pass. */
async function* measured(samples: AsyncIterable<Int16Array>, meter: PeakMeter): AsyncGenerator<Uint8Array> {
  for await (const block of samples) {
    meter.add(block)
    yield new Uint8Array(block.buffer, block.byteOffset, block.byteLength)
  }
}

async function encode(
  ffmpeg: string,
  samples: AsyncIterable<Uint8Array>,
  { target, channels, signal }: { target: string; channels: number; signal: AbortSignal },
): Promise<void> {
  const input = Readable.from(samples, { objectMode: false })
  for await (const _ of runFfmpeg(ffmpeg, toPlayable(target, channels), { input, signal }));
}
