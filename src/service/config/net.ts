import { z } from 'zod'
import { flag, variable } from './variable.ts'

/** Which of its callers' URLs the service connects to. */
export const net = z
  .object({
    ALLOW_PRIVATE_URLS: variable(flag, {
      default: '0',
      description:
        '`1` allows `audio_url` and callback URLs to point to private, loopback and link-local addresses.',
    }),
  })
  .transform((env) => ({ allowPrivate: env.ALLOW_PRIVATE_URLS }))
