/** Measures a file before it is accepted. */
import { decodeFile, retryIfLost, secondsOf, type DecodingOptions } from './decoder.ts'

/**
 * Duration and channels of the first audio track of a file. The whole track is decoded, because headers can be wrong and
 * only the samples count. This takes a child process 5 to 8 s of one core for 135 minutes of stereo. A truncated file is
 * refused if `readDeclared` can detect it.
 *
 * @returns the exact duration in seconds: where the audio ends on the clock of the file, so a late start counts
 * @throws AudioError if the file cannot be used, as soon as that is known
 * @throws DecoderError if the decoder was killed or hung twice
 */
export async function probe(
  file: string,
  options: DecodingOptions,
): Promise<{ duration: number; channels: number }> {
  const decoded = await retryIfLost(async () => decodeFile(file, options))
  return { duration: secondsOf(decoded), channels: decoded.channels }
}
