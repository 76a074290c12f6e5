import { z } from 'zod'
import { optional, text } from './variable.ts'

/** How audio is decoded. */
export const audio = z
  .object({
    FFMPEG_PATH: optional(text, {
      default: 'from the `PATH`, else from npm',
      description: 'The ffmpeg executable.',
    }),
  })
  .transform((env) => ({ ffmpegPath: env.FFMPEG_PATH }))
