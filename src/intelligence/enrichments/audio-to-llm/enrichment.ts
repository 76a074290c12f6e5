/** Answers of a language model to the caller's prompts about the transcript. */
import { audioToLlm, type PromptAnswer } from '../../../contract/features/audio-to-llm.ts'
import { defineEnrichment, type EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../enrichment-error.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'
import { promptAnswer } from './prompt-answer.ts'
import { speakerLines } from '../../text/speaker-lines.ts'
import { failedModule } from '../../module-failure.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'

export const enrichment = defineEnrichment(audioToLlm, {
  async run({ utterances }, { prompts }, context) {
    const { languageModel: model } = context
    if (model === null)
      throw new NotAvailableError('audio_to_llm needs a language model, which this service does not have.')
    const lines = speakerLines(sentencesOf(utterances), model.maxCharacters)
    const failures: unknown[] = []
    const onFailure: typeof context.onFailure = (name, error) => {
      failures.push(error)
      context.onFailure(name, error)
    }
    const results = await Promise.all(
      prompts.map(async (prompt) => answerPrompt(prompt, lines, model, { ...context, onFailure })),
    )
    const module = { is_empty: results.every((one) => one.is_empty), results }
    return failures.length === prompts.length ? { module, error: failures[0] } : { module }
  },
})

/** Answers one prompt. A failure is reported in its own result and does not affect the others. */
async function answerPrompt(
  prompt: string,
  lines: readonly string[],
  model: LanguageModel,
  { signal, onFailure }: EnrichmentContext,
): Promise<PromptAnswer> {
  const started = performance.now()
  const seconds = () => Math.round(performance.now() - started) / 1000
  try {
    const response = await promptAnswer(prompt, lines, model, signal)
    const results = { prompt, response }
    return { success: true, is_empty: response === '', exec_time: seconds(), error: null, results }
  } catch (error) {
    signal.throwIfAborted()
    onFailure(audioToLlm.name, error)
    return { ...failedModule(audioToLlm, error, seconds()), results: { prompt, response: null } }
  }
}
