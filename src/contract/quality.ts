/** The quality of recognition, measured by corrections. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode } from './languages.ts'
import { MAX } from './limits.ts'

/** Minimum number of words for a rate. With 50 of 1,000 words wrong, the interval is from 3.8 to 6.5 %. */
const MIN_WORDS = 1_000

/** Maximum number of words in a response, and of misheard forms and example jobs of each. */
export const MAX_PROPOSALS = 20
export const MAX_FORMS = 5
export const MAX_EXAMPLES = 3

const share = z.number().min(0).max(1)

const modelQuality = z
  .strictObject({
    model: z.string().describe('The model that recognised the transcripts.'),
    language: languageCode.describe('The language in which it recognised them.'),
    transcripts: z.int().min(1).describe('Number of corrected transcripts that were counted.'),
    words: z
      .int()
      .min(0)
      .describe(
        'Words of the transcripts up to their last correction; characters in scripts without spaces.',
      ),
    wrong: z.int().min(0).describe('Words that were wrong, missing or superfluous.'),
    rate: share
      .nullable()
      .describe(`The word error rate: \`wrong\` / \`words\`; null for fewer than ${MIN_WORDS} words.`),
    interval: z
      .strictObject({ low: share.describe('Its lower end.'), high: share.describe('Its upper end.') })
      .nullable()
      .describe(
        'The 95 % confidence interval of the rate, assuming that errors are independent of each other.',
      ),
  })
  .meta({ id: 'ModelQuality', description: 'How many words a model got wrong in a language.' })
export type ModelQuality = z.infer<typeof modelQuality>

export const modelQualities = z.array(modelQuality)

export const quality = z
  .strictObject({
    items: modelQualities.describe('The models and languages, those with the most words first.'),
  })
  .meta({ id: 'Quality', description: 'How many words were wrong in the corrected transcripts.' })
export type Quality = z.infer<typeof quality>

const proposal = z
  .strictObject({
    word: z.string().describe('The correction: a word, or a phrase of up to three.'),
    jobs: z.int().min(1).describe('Number of jobs in which it was typed.'),
    heard: z
      .array(
        z.strictObject({
          text: z.string().describe('The recognised text, in lower case.'),
          jobs: z.int().min(1).describe('Number of jobs in which it was replaced by the word.'),
        }),
      )
      .max(MAX_FORMS)
      .describe(
        'What was recognised in its place, most frequent first. `GET /v2/jobs?q=` finds other occurrences.',
      ),
    examples: z.array(z.uuid()).max(MAX_EXAMPLES).describe('Ids of the newest of these jobs.'),
  })
  .meta({ id: 'VocabularyProposal', description: 'A word that people correct repeatedly.' })
export type VocabularyProposal = z.infer<typeof proposal>

export const vocabularyProposals = z
  .strictObject({
    items: z.array(proposal).max(MAX_PROPOSALS).describe('The words, those of the most jobs first.'),
  })
  .meta({
    id: 'VocabularyProposals',
    description: `Suggested words for \`/v2/settings/vocabulary\`, which can have at most ${MAX.accountVocabulary}.`,
  })
export type VocabularyProposals = z.infer<typeof vocabularyProposals>

type Counted = Pick<ModelQuality, 'model' | 'language' | 'transcripts' | 'words' | 'wrong'>

/** Adds the rate and its interval, if there are enough words. */
export function withRate(counted: Counted): ModelQuality {
  const { words, wrong } = counted
  if (words < MIN_WORDS) return { ...counted, rate: null, interval: null }
  return { ...counted, rate: wrong / words, interval: wilsonInterval(wrong, words) }
}

/** Quantile of the normal distribution for a confidence of 95 %. */
const Z = 1.959964

/**
 * The Wilson score interval of a proportion: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", Journal of
 * the American Statistical Association 22 (1927).
 */
export function wilsonInterval(wrong: number, words: number): { low: number; high: number } {
  const [rate, square] = [wrong / words, Z * Z]
  const middle = rate + square / (2 * words)
  const half = Z * Math.sqrt((rate * (1 - rate) + square / (4 * words)) / words)
  const scale = 1 + square / words
  return { low: Math.max(0, (middle - half) / scale), high: Math.min(1, (middle + half) / scale) }
}
