import { z } from 'zod'
import { MAX } from '../limits.ts'
import { type Capabilities, feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

const audioToLlmConfig = z
  .object({
    prompts: z
      .array(z.string().max(MAX.prompt))
      .min(1)
      .max(MAX.prompts)
      .describe('The prompts; each is answered separately.'),
    model: z
      .string()
      .max(MAX.model)
      .optional()
      .describe('Accepted for compatibility, and ignored: the language model of the service answers.'),
  })
  .meta({ id: 'AudioToLlmConfig', description: 'What to ask a language model about the transcript.' })

const prompt = z.string().describe('The prompt as given.')
const promptAnswer = moduleResult(
  'PromptAnswer',
  'The answer of a language model to one prompt.',
  {
    results: z
      .strictObject({ prompt, response: z.string().describe('The answer of the model.') })
      .describe('The prompt and its answer.'),
  },
  {
    results: z
      .strictObject({ prompt, response: z.null().describe('Always null.') })
      .describe('The prompt that failed.'),
  },
)
export type PromptAnswer = z.infer<typeof promptAnswer>

const results = z.array(promptAnswer).describe('One per prompt, in the same order.')

export const audioToLlm = feature({
  name: 'audio_to_llm',
  description: 'Ask a language model about the transcript.',
  phase: 'analysis',
  config: audioToLlmConfig,
  result: moduleResult(
    'AudioToLlm',
    'The answers of a language model to the prompts. It has failed if every prompt failed.',
    { results },
    { results: results.nullable().describe('One per prompt; null if none was tried.') },
  ),
  validate: (_config: unknown, { languageModel }: Capabilities) =>
    languageModel
      ? []
      : ['audio_to_llm: needs a language model, which this service does not have: leave it out'],
})
