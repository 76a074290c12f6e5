/** A summary in a language model's own words. */
import { z } from 'zod'
import type { SummarizationConfig } from '../../contract/features/summarization.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'
import { toChunks } from '../../text/text-chunks.ts'
import type { LanguageModel } from '../../models/language/language-model.ts'
import { speakerChunks } from '../../text/speaker-lines.ts'
import type { Sentence } from '../../text/timed-sentences.ts'

/** The forms of a summary. */
export type SummaryType = SummarizationConfig['type']

const FORMS: Record<SummaryType, string> = {
  general: 'Sum it up in one to three paragraphs: what was said, what was decided, what is left open.',
  concise: 'Sum it up in one sentence, or in two at most.',
  bullet_points: 'List its points in order, each in its own sentence. Do not repeat a point.',
}

const summaryAnswer = z.object({ summary: z.string().trim().min(1).describe('The summary.') })

const pointsAnswer = z.object({
  points: z.array(z.string().trim().min(1)).min(1).describe('The points, without bullets.'),
})

/**
 * Summarises a transcript with a language model. If it is too long for one request, its parts are summarised first, and
 * then their summaries.
 * @throws EnrichmentError if the model fails; there is no fallback to an extractive summary, because callers could not
 *   tell the difference
 * @throws the reason of `signal` once it is aborted
 */
export async function abstractiveSummary(
  sentences: readonly Sentence[],
  type: SummaryType,
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  let what = 'the transcript of a recording'
  let parts = speakerChunks(sentences, model.maxCharacters)
  while (parts.length > 1) {
    const shorter = await Promise.all(
      parts.map(async (part) => ask('general', `a part of ${what}`, part, model, signal)),
    )
    const merged = toChunks(shorter, model.maxCharacters, '\n\n')
    // Otherwise, a model that does not shorten texts would be asked forever.
    if (merged.length >= parts.length)
      throw new EnrichmentError(
        502,
        'The language model does not shorten the text it summarises. Try again, or summarise shorter audio.',
        { remedy: 'Set LLM_MODEL to a more capable one.' },
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
    'Say only what is in it, and write about the subject itself, not about "the transcript".'
  if (type !== 'bullet_points') {
    const { summary } = await model.ask({ name, instructions, text, answer: summaryAnswer }, signal)
    return summary
  }
  const { points } = await model.ask({ name, instructions, text, answer: pointsAnswer }, signal)
  // Models add bullets and line breaks regardless of the instructions.
  return points.map((point) => `- ${point.replace(/^[-*•]\s*/, '').replaceAll(/\s+/g, ' ')}`).join('\n')
}
