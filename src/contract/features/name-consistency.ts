import { z } from 'zod'
import { feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

const fields = { results: z.string().describe('The names, as JSON text.') }

export const nameConsistency = feature({
  name: 'name_consistency',
  description: 'Spell each name the same way throughout.',
  phase: 'names',
  result: moduleResult('NameConsistency', 'The names whose spelling was unified.', fields, fields),
  failed: { results: '[]' },
})
