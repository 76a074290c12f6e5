import { z } from 'zod'
import { feature, liveMessage } from './feature.ts'
import { moduleResult } from './module-result.ts'

const summarizationConfig = z
  .object({
    type: z
      .enum(['general', 'bullet_points', 'concise'])
      .describe('The form of the summary.')
      .default('general'),
  })
  .meta({ id: 'SummarizationConfig', description: 'How the transcript is summarised.' })
export type SummarizationConfig = z.infer<typeof summarizationConfig>

const results = z.string().describe('The summary.')
const module = moduleResult('Summarization', 'A summary of the transcript.', { results })

export const summarization = feature({
  name: 'summarization',
  description: 'Summarise the transcript.',
  phase: 'analysis',
  config: summarizationConfig,
  result: module,
  live: {
    phase: 'post',
    description: 'Summarise the transcript.',
    message: liveMessage(module, {
      description: 'The summary.',
      data: { results },
      failure: {},
      messages: ({ results: summary }) => [{ data: { results: summary } }],
    }),
  },
})
