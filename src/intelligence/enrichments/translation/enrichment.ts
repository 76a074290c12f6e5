/**
 * The transcript in other languages: English by ear (Whisper), which needs nothing else, or any language by a language
 * model. Each target language fails alone, in its own entry; the module fails when all of them do.
 */
import {
  translation,
  type TranslationConfig,
  type TranslationResult,
} from '../../../contract/features/translation.ts'
import type { TranslationLanguageCode } from '../../../contract/languages.ts'
import type { FeatureParams } from '../../../contract/features/fields.ts'
import { subtitlesConfig } from '../../../contract/features/subtitles.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment, type EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../enrichment-error.ts'
import { moduleErrorOf } from '../../module-failure.ts'
import { subtitleFiles } from '../../text/captions/subtitle-file.ts'
import { languageName } from '../../text/language-name.ts'
import { sentencesOf } from '../../text/timed-sentences.ts'
import { translateSpeech } from './from-speech.ts'
import { translateText } from './from-text.ts'
import { asSpoken, type TranslatedUtterance } from './translated-utterance.ts'

export const enrichment = defineEnrichment(translation, {
  async run({ utterances }, config, context) {
    const { params } = context
    const results: TranslationResult[] = []
    const failures: unknown[] = []
    // One after another: they share one recogniser, or one language model.
    for (const language of new Set(config.target_languages)) {
      try {
        const means = { ...context, mayListen: !params.pii_redaction }
        const translated = await translateUtterances(utterances, language, config, means)
        results.push(resultOf(translated, language, params, context.audioDuration))
      } catch (error) {
        context.signal.throwIfAborted()
        failures.push(error)
        results.push(failedResult(language, error))
      }
    }
    const fatal = failures.length === results.length ? failures.shift() : undefined
    for (const error of failures) context.onFailure(translation.name, error)
    if (fatal !== undefined) throw fatal
    return { module: { is_empty: utterances.length === 0, results } }
  },
})

/** What a translation of one utterance needs. */
interface Means extends Pick<EnrichmentContext, 'audio' | 'languageModel' | 'signal'> {
  /** Whether it may be made from the audio, which says what was taken out of the transcript. */
  readonly mayListen: boolean
}

/** Those that are in the language already stay as they are, and need nothing. */
async function translateUtterances(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  config: TranslationConfig,
  means: Means,
): Promise<TranslatedUtterance[]> {
  const there = utterances.filter((utterance) => utterance.language === language)
  const foreign = utterances.filter((utterance) => utterance.language !== language)
  if (foreign.length === 0) return there
  const translated = await translateForeign(foreign, language, config, means)
  return [...there, ...translated].toSorted((a, b) => a.start - b.start || a.channel - b.channel)
}

/** The model `base` hears English itself; everything else is for a language model, where there is one. */
async function translateForeign(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  config: TranslationConfig,
  { audio, languageModel, signal, mayListen }: Means,
): Promise<TranslatedUtterance[]> {
  const form = { ...config, matched: config.match_original_utterances }
  if (language === 'en' && mayListen && (config.model === 'base' || languageModel === null))
    return translateSpeech(utterances, form, await audio(), signal)
  if (languageModel === null && !mayListen)
    throw new NotAvailableError(
      'With pii_redaction, translation needs a language model: what was taken out of the transcript can still be heard ' +
        'in the audio. Set LLM_URL to the address of one.',
    )
  if (languageModel === null)
    throw new NotAvailableError(
      `Translation into ${languageName(language)} needs a language model. Set LLM_URL to the address of one, or ` +
        'translate into English (en), which needs none.',
    )
  return translateText(utterances, language, form, languageModel, signal)
}

function resultOf(
  utterances: TranslatedUtterance[],
  language: TranslationLanguageCode,
  params: FeatureParams,
  audioDuration: number,
): TranslationResult {
  const spoken = asSpoken(utterances)
  return {
    error: null,
    full_transcript: utterances
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join(' '),
    languages: [language],
    utterances,
    ...(params.sentences ? { sentences: [sentencesModule(spoken)] } : {}),
    ...(params.subtitles
      ? {
          subtitles: subtitleFiles(
            spoken,
            params.subtitles_config ?? subtitlesConfig.parse({}),
            audioDuration,
          ),
        }
      : {}),
  }
}

function sentencesModule(utterances: readonly Utterance[]) {
  const started = performance.now()
  const results = sentencesOf(utterances).map(({ text }) => text)
  return {
    success: true,
    is_empty: results.length === 0,
    exec_time: Math.round(performance.now() - started) / 1000,
    error: null,
    results,
  } as const
}

function failedResult(language: TranslationLanguageCode, error: unknown): TranslationResult {
  return {
    error: moduleErrorOf(`translation into ${languageName(language)}`, error),
    full_transcript: '',
    languages: [language],
    utterances: [],
  }
}
