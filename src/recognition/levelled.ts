/** Brings quiet recordings up to the level that the models know. */
import { type Recording, SAMPLE_RATE } from '../audio/recording.ts'
import { amplified, gainFor } from './gain.ts'

/** Half a second: a click in it counts for little. */
const WINDOW = SAMPLE_RATE / 2
const BLOCK = 60 * WINDOW

/** The recording with every quiet channel raised by one factor; loud channels stay as they are. */
export async function levelled(recording: Recording): Promise<Recording> {
  const gains: number[] = []
  for (let channel = 0; channel < recording.channels; channel++)
    gains.push(gainFor(await loudest(recording, channel)))
  return {
    channels: recording.channels,
    samples: recording.samples,
    read: async (channel, from, to) =>
      amplified(await recording.read(channel, from, to), gains[channel] ?? 1),
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
