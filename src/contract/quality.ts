/** How good the recognition is, by what was corrected. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'
import { MAX } from './limits.ts'

/** Words below which there is no rate: with 50 of 1,000 words wrong, it is between 3.8 and 6.5 %. */
const MIN_WORDS = 1_000

/** Words that are proposed at a time, the forms of each that are shown, and the jobs. */
export const MAX_PROPOSALS = 20
export const MAX_FORMS = 5
export const MAX_EXAMPLES = 3

const share = z.number().min(0).max(1)

const modelQuality = z
  .strictObject({
    model: z.string().describe('The model that recognised them.'),
    language: languageCode.describe('In which it recognised them.'),
    transcripts: z.int().min(1).describe('Corrected transcripts that count.'),
    words: z.int().min(0).describe('Their words, up to the last correction; characters without spaces.'),
    wrong: z.int().min(0).describe('Words that were wrong, missing or too many.'),
    rate: share
      .nullable()
      .describe(`The word error rate, \`wrong\` of \`words\`; null for fewer than ${MIN_WORDS} words.`),
    interval: z
      .strictObject({ low: share.describe('Its lower end.'), high: share.describe('Its upper end.') })
      .nullable()
      .describe(
        'Where the rate is with a confidence of 95 %, if words are wrong independently of each other.',
      ),
  })
  .meta({ id: 'ModelQuality', description: 'How many words of a model were wrong in a language.' })
export type ModelQuality = z.infer<typeof modelQuality>

export const modelQualities = z.array(modelQuality)

export const quality = z
  .strictObject({ items: modelQualities.describe('Those with most words first.') })
  .meta({ id: 'Quality', description: 'How many words were wrong in the transcripts that were corrected.' })
export type Quality = z.infer<typeof quality>

const proposal = z
  .strictObject({
    word: z.string().describe('What was typed: a word, or a phrase of up to three.'),
    jobs: z.int().min(1).describe('In how many jobs.'),
    heard: z
      .array(
        z.strictObject({
          text: z.string().describe('In lower case.'),
          jobs: z.int().min(1).describe('In how many jobs it was replaced by the word.'),
        }),
      )
      .max(MAX_FORMS)
      .describe(
        'What was recognised in its place, that of most jobs first. `GET /v2/jobs?q=` finds where else it is.',
      ),
    examples: z.array(z.uuid()).max(MAX_EXAMPLES).describe('The ids of the newest of these jobs.'),
  })
  .meta({ id: 'VocabularyProposal', description: 'A word that is corrected again and again.' })
export type VocabularyProposal = z.infer<typeof proposal>

export const vocabularyProposals = z
  .strictObject({ items: z.array(proposal).max(MAX_PROPOSALS).describe('Those of most jobs first.') })
  .meta({
    id: 'VocabularyProposals',
    description: `Words for \`/v2/settings/vocabulary\`, which has at most ${MAX.accountVocabulary}.`,
  })
export type VocabularyProposals = z.infer<typeof vocabularyProposals>

type Counted = Pick<ModelQuality, 'model' | 'language' | 'transcripts' | 'words' | 'wrong'>

/** With the rate, if there are enough words. */
export function withRate(counted: Counted): ModelQuality {
  const { words, wrong } = counted
  if (words < MIN_WORDS) return { ...counted, rate: null, interval: null }
  return { ...counted, rate: wrong / words, interval: wilsonInterval(wrong, words) }
}

/** Of the normal distribution, for a confidence of 95 %. */
const Z = 1.959964

/**
 * The score interval of a proportion: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
 * the American Statistical Association 22 (1927).
 */
export function wilsonInterval(wrong: number, words: number): { low: number; high: number } {
  const [rate, square] = [wrong / words, Z * Z]
  const middle = rate + square / (2 * words)
  const half = Z * Math.sqrt((rate * (1 - rate) + square / (4 * words)) / words)
  const scale = 1 + square / words
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) }
}
