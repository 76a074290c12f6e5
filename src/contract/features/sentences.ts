import { sentences as result } from '../transcript.ts'
import { feature } from './feature.ts'

export const sentences = feature({
  name: 'sentences',
  description: 'Split the transcript into sentences.',
  phase: 'analysis',
  result,
  live: { phase: 'post', description: 'Split the transcript and its translations into sentences.' },
})
