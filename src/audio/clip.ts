/** Cuts a part out of playable audio. */
import { retryIfLost } from './decoder.ts'
import { toClip } from './ffmpeg-outputs.ts'
import { runFfmpeg } from './ffmpeg.ts'

interface ClipOptions {
  /** Path of the ffmpeg executable. */
  readonly ffmpeg: string
  /** Seconds. */
  readonly from: number
  /** Seconds. */
  readonly to: number
  readonly signal?: AbortSignal | undefined
}

/**
 * Encodes the part of a playable file between two times as a new file, which contains nothing of the rest. An hour
 * takes 40 s.
 * @param target path of the new file; a failure may leave it incomplete
 * @throws DecoderError when the decoder was killed or hung twice
 */
export async function makeClip(
  source: string,
  target: string,
  { ffmpeg, from, to, signal }: ClipOptions,
): Promise<void> {
  await retryIfLost(async () => {
    for await (const _ of runFfmpeg(ffmpeg, toClip(source, target, { from, to }), { signal }));
  })
}
