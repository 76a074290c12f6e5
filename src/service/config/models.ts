import { z } from 'zod'
import { httpUrl, optional, variable } from './variable.ts'

/** Sent as a header. Files and clipboards add line breaks, which are trimmed. */
const token = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, 'must be an access token: visible characters of ASCII only')

/** Pulled models: where they are downloaded from, and what they run on. */
export const models = z
  .object({
    MODELS_URL: variable(httpUrl('https://models.example.com'), {
      default: 'https://huggingface.co',
      description: 'Where `scriptorium models pull` downloads from; a mirror has the same paths.',
    }),
    MODELS_TOKEN: optional(token, {
      default: '',
      description:
        'Access token of an account there, for models that require accepting a licence; never sent to another server.',
    }),
    DEVICE: variable(z.enum(['cpu', 'cuda', 'auto'], 'must be cpu, cuda or auto'), {
      default: 'cpu',
      description:
        'Device that pulled models run on: `cuda` is an NVIDIA GPU; `auto` uses one if available. See [GPU](models.md#gpu).',
    }),
  })
  .transform((env) => ({ base: env.MODELS_URL, token: env.MODELS_TOKEN, device: env.DEVICE }))
