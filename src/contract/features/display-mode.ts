import { z } from 'zod'
import { feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

export const displayMode = feature({
  name: 'display_mode',
  description: 'Split the transcript into lines for display.',
  phase: 'analysis',
  result: moduleResult('DisplayMode', 'The transcript in lines for display.', {
    results: z.array(z.string()).describe('The lines, in order.'),
  }),
})
