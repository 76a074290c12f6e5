import { z } from 'zod'
import { MAX } from '../limits.ts'
import { feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

const structuredDataExtractionConfig = z
  .object({
    classes: z
      .array(z.string().max(MAX.class))
      .min(1)
      .max(MAX.classes)
      .describe('What to extract, such as `person` or `price`.'),
  })
  .meta({ id: 'StructuredDataExtractionConfig', description: 'What to extract from the transcript.' })

const fields = { results: z.string().describe('The values, as JSON text.') }

export const structuredDataExtraction = feature({
  name: 'structured_data_extraction',
  description: 'Extract the given classes of data.',
  phase: 'analysis',
  config: structuredDataExtractionConfig,
  result: moduleResult(
    'StructuredDataExtraction',
    'The values of each class in the transcript.',
    fields,
    fields,
  ),
  failed: { results: '{}' },
})
