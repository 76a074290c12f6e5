import { spellingOf } from '../../contract/features/custom-vocabulary.ts'
import { MAX } from '../../contract/limits.ts'
import {
  MAX_EXAMPLES,
  MAX_FORMS,
  MAX_PROPOSALS,
  type Quality,
  quality,
  type VocabularyProposals,
  vocabularyProposals,
  withRate,
} from '../../contract/quality.ts'
import type { AccountVocabulary } from '../../contract/settings.ts'
import { addition } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { errorResponses, jsonResponse } from '../openapi/responses.ts'

/** What the corrections of an account say about the recognition. */
export function qualityRoutes(app: App, { store }: Parts): void {
  app.get(
    '/v2/quality',
    addition('read', {
      tags: ['account'],
      operationId: 'getQuality',
      summary: 'Fetch how many words were wrong',
      description:
        'The word error rate of each model in each language, by the transcripts that were corrected, without those in the trash. A ' +
        'transcript counts up to its last corrected utterance, if at least three were corrected, and unless most of its words were ' +
        'replaced. Case and punctuation do not count.',
      response: { 200: jsonResponse('Words wrong, by model and language.', quality), ...errorResponses() },
    }),
    async ({ account }): Promise<Quality> => ({
      items: (await store.quality.ofAccount(account)).map(withRate),
    }),
  )

  app.get(
    '/v2/quality/proposals',
    addition('read', {
      tags: ['account'],
      operationId: 'listVocabularyProposals',
      summary: 'List words that are corrected again and again',
      description:
        'Words that were typed in the place of others in at least three jobs, and that the vocabulary of the account does not have. ' +
        'Once a word is in it (`PUT /v2/settings/vocabulary`), new jobs recognise it. Of languages written without spaces, none is proposed.',
      response: { 200: jsonResponse('The words.', vocabularyProposals), ...errorResponses() },
    }),
    async ({ account }): Promise<VocabularyProposals> => {
      const { json } = await store.settings.get(account, 'vocabulary')
      const { words } = JSON.parse(json ?? '{"words":[]}') as AccountVocabulary
      const known = new Set(words.map(spellingOf))
      // All that are known may be among the most frequent ones.
      const frequent = await store.quality.correctedWords(account, MAX.accountVocabulary + MAX_PROPOSALS)
      const wanted = frequent.filter(({ typed }) => !known.has(spellingOf(typed))).slice(0, MAX_PROPOSALS)
      const limits = { forms: MAX_FORMS, jobs: MAX_EXAMPLES }
      const items = wanted.map(async ({ typed: word, jobs }) => {
        const { heard, jobs: examples } = await store.quality.correctionsOf(account, word, limits)
        return { word, jobs, heard, examples }
      })
      return { items: await Promise.all(items) }
    },
  )
}
