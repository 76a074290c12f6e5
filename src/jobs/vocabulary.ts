import {
  customVocabulary,
  joinedVocabulary,
  type Vocabulary,
} from '../contract/features/custom-vocabulary.ts'
import type { FeatureParams } from '../contract/features/fields.ts'
import type { NewJob } from './job.ts'

/** The `request_params` of a new job with the words of its account, unless its request opts out. */
export function paramsWithVocabulary(job: NewJob, words: Vocabulary): object {
  const { kind, requestParams, withoutVocabulary = false } = job
  if (withoutVocabulary || words.length === 0) return requestParams
  if (kind === 'pre-recorded') return withWords(requestParams, words)
  const { realtime_processing: realtime = {} } = requestParams as { realtime_processing?: FeatureParams }
  return { ...requestParams, realtime_processing: withWords(realtime, words) }
}

/** Adds the words of an account to those of the params. */
export function withWords<Params extends FeatureParams>(params: Params, words: Vocabulary): Params {
  const own = params.custom_vocabulary === true ? params.custom_vocabulary_config : undefined
  const config = own ?? customVocabulary.config.parse({ vocabulary: [] })
  return {
    ...params,
    custom_vocabulary: true,
    custom_vocabulary_config: { ...config, vocabulary: joinedVocabulary(config.vocabulary, words) },
  }
}
