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

/** The quality of recognition, measured by the corrections of an account. */
export function qualityRoutes(app: App, { store }: Parts): void {
  app.get(
    '/v2/quality',
    addition('read', {
      tags: ['account'],
      operationId: 'getQuality',
      summary: 'Fetch how many words were wrong',
      description:
        'The word error rate of each model in each language, measured on corrected transcripts that are not in the trash. A transcript ' +
        'counts up to its last corrected utterance, if at least three utterances were corrected and no more than half of its words were ' +
        'replaced. Case and punctuation are ignored.',
      response: { 200: jsonResponse('Wrong words by model and language.', quality), ...errorResponses() },
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
      summary: 'List words that are corrected repeatedly',
      description:
        'Words that replaced others in at least three jobs and are not in the vocabulary of the account. Add a word to the vocabulary ' +
        '(`PUT /v2/settings/vocabulary`) to have it recognised in new jobs. Words of languages without spaces are never suggested.',
      response: { 200: jsonResponse('The words.', vocabularyProposals), ...errorResponses() },
    }),
    async ({ account }): Promise<VocabularyProposals> => {
      const { json } = await store.settings.get(account, 'vocabulary')
      const { words } = JSON.parse(json ?? '{"words":[]}') as AccountVocabulary
      const known = new Set(words.map(spellingOf))
      // All known words may be among the most frequent ones.
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
