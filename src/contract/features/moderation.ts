import { z } from 'zod'
import { feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

export const moderation = feature({
  name: 'moderation',
  description: 'Mask profanity.',
  phase: 'analysis',
  result: moduleResult('Moderation', 'The transcript without profanity.', {
    results: z.string().describe('The transcript with profanity masked, as in `f***`.'),
  }),
})
