/** The encoding of the audio of a live session, as declared by the client. */
export interface LiveFormat {
  readonly encoding: 'wav/pcm' | 'wav/alaw' | 'wav/ulaw'
  /** Bits of one sample; A-law and µ-law always have 8. */
  readonly bitDepth: 8 | 16 | 24 | 32
  /** Samples per second and channel. */
  readonly sampleRate: 8000 | 16_000 | 32_000 | 44_100 | 48_000
  /** Interleaved, 1–8. */
  readonly channels: number
}

/** `length` bytes of silence. */
export function silence({ encoding, bitDepth }: LiveFormat, length: number): Uint8Array {
  const ofPcm = bitDepth === 8 ? 0x80 : 0
  return new Uint8Array(length).fill({ 'wav/pcm': ofPcm, 'wav/alaw': 0xd5, 'wav/ulaw': 0xff }[encoding])
}

/** Bytes of one sample of all channels. */
export function frameBytes({ encoding, bitDepth, channels }: LiveFormat): number {
  return (encoding === 'wav/pcm' ? bitDepth / 8 : 1) * channels
}

/** Bytes of one second of audio. */
export function bytesPerSecond(format: LiveFormat): number {
  return frameBytes(format) * format.sampleRate
}
