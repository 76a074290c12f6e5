/** Makes audio of any format playable in every browser, and measures its peaks in the same run. */
import { decodeFile, type DecodingOptions, retryIfLost } from './decoder.ts'
import { PLAYABLE_RATE } from './ffmpeg-outputs.ts'
import { PeakMeter, type Peaks } from './peaks.ts'

const PIXELS_PER_SECOND = 20

/**
 * Encodes the first audio track of a file as AAC in an MP4 file that plays and seeks from its first byte on, with one
 * channel, or two if it has two. Its time is that of the decoded samples, as in a transcript. Two hours of
 * stereo mp3 take 94 s, most of it encoding.
 *
 * @param target path of the file to make; it may be there, incomplete, after a failure
 * @param options - `channels` of the file; `onProgress` is called with the seconds done, several times a second
 * @throws AudioError when the file cannot be used, DecoderError when the decoder was killed or hung twice
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
    const playable = { path: target, channels, onSamples: (samples: Buffer) => meter.add(samples) }
    await decodeFile(file, { ...options, maxChannels: channels }, { playable, onProgress })
    return { ...meter.peaks(), rate: PLAYABLE_RATE }
  })
}
