import { z } from 'zod'
import { count, seconds, variable } from './variable.ts'

/** Limits of live sessions. */
export const live = z
  .object({
    LIVE_CONNECT_SECONDS: variable(seconds(1), {
      default: '300',
      unit: 's',
      description:
        'Time limit for the first connection to a live session, after which its job ends in error.',
    }),
    LIVE_RESUME_SECONDS: variable(seconds(0), {
      default: '60',
      unit: 's',
      description:
        'Time limit for a client to reconnect after its connection broke, after which the session ends.',
    }),
    LIVE_IDLE_SECONDS: variable(seconds(1), {
      default: '300',
      unit: 's',
      description: 'Time without a frame from the client, even an empty chunk, after which the session ends.',
    }),
    MAX_LIVE_MINUTES: variable(count(1), {
      default: '180',
      unit: 'min',
      description: 'Maximum length of a live session.',
    }),
  })
  .transform((env) => ({
    connectSeconds: env.LIVE_CONNECT_SECONDS,
    resumeSeconds: env.LIVE_RESUME_SECONDS,
    idleSeconds: env.LIVE_IDLE_SECONDS,
    maxSeconds: env.MAX_LIVE_MINUTES * 60,
  }))
