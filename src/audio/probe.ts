/** What a file holds, before anything is done with it. */
import { decodeFile } from './decoder.ts'
import type { DecodingOptions } from './decoder.ts'

/**
 * Duration and channels of the first audio track of a file. The whole track is decoded, since headers lie: what counts
 * is the samples there are. Costs 5 to 8 s of one core for 135 minutes of stereo, outside of this process. A file that is
 * known to be cut off is refused; `readAnnounced` tells of which formats that can be known.
 *
 * @returns duration in seconds, exact: samples over the file's own rate
 * @throws AudioError when the file cannot be used, as soon as that is known
 */
export async function probe(
  file: string,
  options: DecodingOptions,
): Promise<{ duration: number; channels: number }> {
  const { samples, rate, channels } = await decodeFile(file, options)
  return { duration: samples / rate, channels }
}
