import { z } from 'zod'
import { count, seconds, variable } from './variable.ts'

/** What audio is accepted. */
export const intake = z
  .object({
    MAX_UPLOAD_MB: variable(count(1), {
      default: '1000',
      unit: 'MB',
      description: 'Maximum size of an audio file, in millions of bytes.',
    }),
    MAX_AUDIO_MINUTES: variable(count(1), {
      default: '720',
      unit: 'min',
      description:
        'Maximum duration of audio, as a player shows it: a late start and gaps count. A running job takes 1.9 MB of disk per minute and channel.',
    }),
    FETCH_SECONDS: variable(seconds(1), {
      default: '600',
      unit: 's',
      description: 'Time limit for fetching an `audio_url`.',
    }),
    FETCHES: variable(count(1, 256), {
      default: '16',
      description: 'URLs fetched concurrently; at most half of them for one account.',
    }),
    UPLOAD_HOURS: variable(count(1, 8_760), {
      default: '24',
      unit: 'h',
      description: 'How long an uploaded file is kept if no job uses it.',
    }),
  })
  .transform((env) => ({
    maxBytes: env.MAX_UPLOAD_MB * 1_000_000,
    maxSeconds: env.MAX_AUDIO_MINUTES * 60,
    fetchSeconds: env.FETCH_SECONDS,
    fetches: env.FETCHES,
    unusedMs: env.UPLOAD_HOURS * 3_600_000,
  }))
