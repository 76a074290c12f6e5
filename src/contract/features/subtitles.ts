import { z } from 'zod'
import { seconds } from '../common.ts'
import { distinct } from '../distinct.ts'
import { subtitlesFormat } from '../transcript.ts'
import { feature } from './feature.ts'
import { isOrdered } from './is-ordered.ts'

export const subtitlesConfig = z
  .object({
    formats: distinct(subtitlesFormat).min(1).describe('The formats to generate.').default(['srt']),
    minimum_duration: seconds
      .optional()
      .describe(
        'Shortest time to show a caption, in seconds. A caption is shorter only if the next one of the same channel begins earlier.',
      ),
    maximum_duration: z
      .number()
      .min(1)
      .max(30)
      .optional()
      .describe('Longest time to show a caption, in seconds.'),
    maximum_characters_per_row: z.int().min(1).optional().describe('Maximum length of a row, in characters.'),
    maximum_rows_per_caption: z.int().min(1).max(5).optional().describe('Maximum rows of a caption.'),
    style: z
      .enum(['default', 'compliance'])
      .describe('How captions are split: `compliance` follows broadcasting guidelines.')
      .default('default'),
  })
  .refine(({ minimum_duration: min, maximum_duration: max }) => isOrdered(min, max), {
    path: ['minimum_duration'],
    error: 'must not be more than maximum_duration',
  })
  .meta({ id: 'SubtitlesConfig', description: 'How subtitles are generated.' })
export type SubtitlesConfig = z.infer<typeof subtitlesConfig>

/** The subtitle files are part of the transcription, so the feature has no module of its own. */
export const subtitles = feature({
  name: 'subtitles',
  description: 'Generate subtitle files.',
  phase: 'analysis',
  config: subtitlesConfig,
  live: { phase: 'post', description: 'Generate subtitle files of the transcript and its translations.' },
})
