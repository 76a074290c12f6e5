/** Answers of a language model to the caller's prompts about the transcript. */
import { audioToLlm, type PromptAnswer } from '../../../contract/features/audio-to-llm.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { promptAnswer } from './prompt-answer.ts'
import { speakerChunks } from '../../../text/speaker-lines.ts'
import { moduleFailure } from '../../module-failure.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'

export const enrichment = defineEnrichment(audioToLlm, {
  async run({ utterances }, { prompts }, { languageModel: model, signal, onFailure }) {
    if (model === null)
      throw new NotAvailableError('audio_to_llm needs a language model, which this service does not have.')
    const parts = speakerChunks(sentencesOf(utterances), model.maxCharacters)
    const failures: unknown[] = []
    /** A failure is reported in the result of its own prompt and does not affect the others. */
    const answerTo = async (prompt: string): Promise<PromptAnswer> => {
      const started = performance.now()
      const seconds = () => Math.round(performance.now() - started) / 1000
      try {
        const response = await promptAnswer(prompt, parts, model, signal)
        const results = { prompt, response }
        return { success: true, is_empty: response === '', exec_time: seconds(), error: null, results }
      } catch (error) {
        signal.throwIfAborted()
        failures.push(error)
        onFailure(audioToLlm.name, error)
        return { ...moduleFailure(audioToLlm, error, seconds()), results: { prompt, response: null } }
      }
    }
    const results = await Promise.all(prompts.map(answerTo))
    const module = { is_empty: results.every((one) => one.is_empty), results }
    return failures.length === prompts.length ? { module, error: failures[0] } : { module }
  },
})
