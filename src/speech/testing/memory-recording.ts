import type { Recording } from '../../audio/recording.ts'

/** A recording of the given channels, all of equal length. */
export function recordingOf(...channels: [Float32Array, ...Float32Array[]]): Recording {
  return {
    channels: channels.length,
    samples: channels[0].length,
    read: async (channel, from, to) => channels[channel]!.slice(Math.max(0, from), to),
    close: async () => {},
  }
}
