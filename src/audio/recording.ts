/** Every recogniser and voice-activity model of the house works at this rate (samples per second). */
export const SAMPLE_RATE = 16_000

/**
 * One recording, decoded to 16 kHz and open for random access. Its samples lie on disk, so its length does not
 * show in memory.
 */
export interface Recording {
  /** Channels of the recording, as it was received. */
  readonly channels: number
  /** Samples of each channel, at {@link SAMPLE_RATE}. */
  readonly samples: number
  /** The samples `from` (inclusive) to `to` (exclusive) of one channel, each −1 … 1; both are cut to the recording. */
  read(channel: number, from: number, to: number): Promise<Float32Array>
  /** Gives the disk space back. */
  close(): Promise<void>
}
