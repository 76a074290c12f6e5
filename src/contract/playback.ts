/** The audio of a job, prepared for players and waveforms. An addition of Scriptorium. */
import { z } from 'zod'

const BITS = 8
const sample = z
  .int()
  .min(-(2 ** (BITS - 1)))
  .max(2 ** (BITS - 1) - 1)

export const peaks = z
  .strictObject({
    version: z.literal(2).describe('Version of the format.'),
    channels: z.int().min(1).describe('Number of channels.'),
    sample_rate: z.int().min(1).describe('Sample rate of the measured audio, in Hz.'),
    samples_per_pixel: z.int().min(1).describe('Samples of each channel per pixel.'),
    bits: z.literal(BITS).describe('Bits of each value.'),
    length: z.int().min(0).describe('Number of pixels.'),
    data: z
      .array(sample)
      .describe('For each pixel and channel, the lowest and the highest sample, −128 to 127.'),
  })
  .meta({ id: 'Peaks', description: 'The waveform of the audio, in the format of audiowaveform.' })
export type Peaks = z.infer<typeof peaks>

export const preparation = z
  .strictObject({
    fraction: z.number().min(0).max(1).describe('The fraction that is done; 0 while waiting for its turn.'),
  })
  .meta({ id: 'Preparation', description: 'How far the audio is from being ready to play.' })
export type Preparation = z.infer<typeof preparation>
