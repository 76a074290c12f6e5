/** Raises quiet recordings to the level that the models expect. */
import type { Recording } from '../../audio/recording.ts'
import { amplify, gainFor, LEVEL_WINDOW, levelOf } from './gain.ts'

const BLOCK = 60 * LEVEL_WINDOW

/** Amplifies each quiet channel by one constant factor. */
export async function normaliseGain(recording: Recording): Promise<Recording> {
  const gains: number[] = []
  for (let channel = 0; channel < recording.channels; channel++)
    gains.push(gainFor(await maxLevel(recording, channel)))
  return {
    channels: recording.channels,
    samples: recording.samples,
    read: async (channel, from, to) => amplify(await recording.read(channel, from, to), gains[channel] ?? 1),
    close: () => recording.close(),
  }
}

/** The level of the loudest window of a channel. */
async function maxLevel(recording: Recording, channel: number): Promise<number> {
  let max = 0
  for (let from = 0; from < recording.samples; from += BLOCK)
    max = Math.max(max, levelOf(await recording.read(channel, from, from + BLOCK)))
  return max
}
