/** Brings quiet recordings up to the level that the models know. */
import { type Recording, SAMPLE_RATE } from '../audio/recording.ts'

/**
 * The level that the loudest half second is raised to (root mean square; full scale is 1): that of speech at 20 dB below
 * a loud voice, which the models take as it is. Of what is 20 dB quieter still, voice activity misses half, and at 30 dB
 * everything; raised, nothing.
 */
const LOUD = 0.025
const GREATEST_GAIN = 100

/** Half a second: a click in it counts for little. */
const WINDOW = SAMPLE_RATE / 2
const BLOCK = 60 * WINDOW

/** The recording with every quiet channel raised by one factor; loud channels stay as they are. */
export async function levelled(recording: Recording): Promise<Recording> {
  const gains: number[] = []
  for (let channel = 0; channel < recording.channels; channel++)
    gains.push(Math.min(GREATEST_GAIN, Math.max(1, LOUD / (await loudest(recording, channel)))))
  return {
    channels: recording.channels,
    samples: recording.samples,
    read: async (channel, from, to) => {
      const samples = await recording.read(channel, from, to)
      const gain = gains[channel] ?? 1
      return gain === 1 ? samples : samples.map((sample) => sample * gain)
    },
    close: () => recording.close(),
  }
}

/** The level of the loudest window of a channel. */
async function loudest(recording: Recording, channel: number): Promise<number> {
  let most = 0
  for (let from = 0; from < recording.samples; from += BLOCK) {
    const block = await recording.read(channel, from, from + BLOCK)
    for (let at = 0; at < block.length; at += WINDOW) {
      let energy = 0
      for (const sample of block.subarray(at, at + WINDOW)) energy += sample ** 2
      most = Math.max(most, energy)
    }
  }
  return Math.sqrt(most / WINDOW)
}
