/** A summary in the words of a language model. */
import pLimit from 'p-limit'
import { z } from 'zod'
import { EnrichmentError } from '../../enrichment-error.ts'
import { inParts } from '../../language-model/in-parts.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import { spokenLines } from '../../language-model/spoken-lines.ts'
import type { Sentence } from '../timed-sentences.ts'
import type { SummaryType } from './extractive-summary.ts'

/** Questions that one transcript asks at a time. */
const AT_A_TIME = 2

const FORMS: Record<SummaryType, string> = {
  general: 'Sum it up in one to three paragraphs: what was said, what was decided, what is left open.',
  concise: 'Sum it up in one sentence, or in two at most.',
  bullet_points: 'List its points in their order, each in one sentence of its own. No point is made twice.',
}

const summaryAnswer = z.object({ summary: z.string().trim().min(1).describe('The summary.') })

const pointsAnswer = z.object({
  points: z.array(z.string().trim().min(1)).min(1).describe('The points, without bullets.'),
})

/**
 * Has a language model sum a transcript up. One that is too long for one question is summed up in parts, and the
 * summaries of the parts are summed up.
 * @throws EnrichmentError when the model fails; there is no extractive summary in its place, as nobody could tell
 * @throws the reason of `signal`, once that is aborted
 */
export async function abstractiveSummary(
  sentences: readonly Sentence[],
  type: SummaryType,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const limit = pLimit(AT_A_TIME)
  let what = 'the transcript of a recording'
  let parts = inParts(spokenLines(sentences, model.maxCharacters), model.maxCharacters, '\n')
  while (parts.length > 1) {
    const shorter = await Promise.all(
      parts.map((part) => limit(() => ask('general', `a part of ${what}`, part, model, signal))),
    )
    const merged = inParts(shorter, model.maxCharacters, '\n\n')
    // A model that does not shorten would be asked for ever.
    if (merged.length >= parts.length)
      throw new EnrichmentError(
        502,
        'The language model does not shorten what it is to sum up. Set LLM_MODEL to a more capable one.',
      )
    what = 'a list of summaries of the parts of a recording, in their order'
    parts = merged
  }
  return ask(type, what, parts[0] ?? '', model, signal)
}

async function ask(
  type: SummaryType,
  what: string,
  text: string,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const name = `summary_${type}`
  const instructions =
    `The text is ${what}. ${FORMS[type]} Write in the language of the text. ` +
    'Say only what is in it, and speak of the matter, not of "the transcript".'
  if (type !== 'bullet_points') {
    const { summary } = await model.ask({ name, instructions, text, answer: summaryAnswer }, signal)
    return summary
  }
  const { points } = await model.ask({ name, instructions, text, answer: pointsAnswer }, signal)
  // Models set bullets all the same, and may break lines.
  return points.map((point) => `- ${point.replace(/^[-*•]\s*/, '').replaceAll(/\s+/g, ' ')}`).join('\n')
}
