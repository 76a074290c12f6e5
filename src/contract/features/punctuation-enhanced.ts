import { feature } from './feature.ts'

export const punctuationEnhanced = feature({
  name: 'punctuation_enhanced',
  description: 'Improve the punctuation.',
  phase: 'punctuation',
})
