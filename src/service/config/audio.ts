import { z } from 'zod'
import { optional, text } from './variable.ts'

/** How audio is decoded. */
export const audio = z
  .object({
    FFMPEG_PATH: optional(text, {
      default: 'the one on the `PATH`, else the one from npm',
      description: 'The ffmpeg executable.',
    }),
  })
  .transform((env) => ({ ffmpegPath: env.FFMPEG_PATH }))
