import { sentences as result } from '../transcript.ts'
import { feature } from './feature.ts'

export const sentences = feature({
  name: 'sentences',
  description: 'Split the transcript into sentences.',
  stage: 'analysis',
  result,
})
