/** Samples per second, the rate of all recognisers and voice activity models. */
export const SAMPLE_RATE = 16_000

/**
 * A recording, decoded to 16 kHz and open for random access. The samples are on disk, so a long recording takes no more
 * memory than a short one.
 */
export interface Recording {
  /** Number of channels, as received. */
  readonly channels: number
  /** Samples of each channel, at {@link SAMPLE_RATE}. */
  readonly samples: number
  /** The samples `from` (inclusive) to `to` (exclusive) of one channel, −1 … 1; both are clipped to the recording. */
  read(channel: number, from: number, to: number): Promise<Float32Array>
  /** Frees the disk space. */
  close(): Promise<void>
}
