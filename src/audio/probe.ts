/** Measures a file before it is accepted. */
import { decodeFile, retryIfLost, secondsOf, type DecodingOptions } from './decoder.ts'

/**
 * Duration and channels of the first audio track of a file. The whole track is decoded, because headers can be wrong and
 * only the samples count. It takes 5 to 8 s of one core for 135 minutes of stereo, in a child process. A truncated file is
 * refused where `readDeclared` can detect it.
 *
 * @returns the exact duration in seconds: where the audio ends on the clock of the file, so that a late start counts
 * @throws AudioError when the file cannot be used, as soon as that is known
 * @throws DecoderError when the decoder was killed or hung twice
 */
export async function probe(
  file: string,
  options: DecodingOptions,
): Promise<{ duration: number; channels: number }> {
  const decoded = await retryIfLost(async () => decodeFile(file, options))
  return { duration: secondsOf(decoded), channels: decoded.channels }
}
