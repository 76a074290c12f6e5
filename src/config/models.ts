import { z } from 'zod'
import { httpUrl, variable } from './variable.ts'

/** Where models are downloaded from. */
export const models = z
  .object({
    MODELS_URL: variable(httpUrl('https://models.example.com'), {
      default: 'https://huggingface.co',
      description: 'Where `scriptorium models pull` downloads from; a mirror has the same paths.',
    }),
  })
  .transform((env) => ({ base: env.MODELS_URL }))
