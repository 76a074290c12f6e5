/**
 * Translates the transcript into other languages: with a pulled model for the pair of languages, into English with
 * Whisper from the audio, or into any language with a language model. A target language that fails has an error in its
 * own entry; the module fails if all of them do.
 */
import {
  translation,
  type TranslationConfig,
  type TranslationResult,
} from '../../../contract/features/translation.ts'
import { languageName, type TranslationLanguageCode } from '../../../contract/languages.ts'
import type { FeatureParams } from '../../../contract/features/fields.ts'
import { subtitlesConfig } from '../../../contract/features/subtitles.ts'
import type { Utterance } from '../../../contract/transcript.ts'
import { defineEnrichment, type EnrichmentContext } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { moduleErrorOf } from '../../module-failure.ts'
import { subtitleFiles } from '../../../text/captions/subtitle-file.ts'
import { sentencesOf } from '../../../text/timed-sentences.ts'
import { asUtterances, type TranslatedUtterance } from '../../../text/translated-utterances.ts'
import { translateSpeech } from './from-speech.ts'
import { translateByModel } from './from-pulled-model.ts'
import { translateText } from './from-text.ts'

export const enrichment = defineEnrichment(translation, {
  async run({ utterances }, config, context) {
    const { params } = context
    const results: TranslationResult[] = []
    const failures: unknown[] = []
    // Sequentially, because they share one Whisper or one language model.
    for (const language of new Set(config.target_languages)) {
      try {
        const translated = await translateUtterances(utterances, language, config, context)
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

/** Utterances that are already in the target language are returned unchanged. */
async function translateUtterances(
  utterances: readonly Utterance[],
  language: TranslationLanguageCode,
  config: TranslationConfig,
  { params, audio, languageModel, textModels, signal }: EnrichmentContext,
): Promise<TranslatedUtterance[]> {
  // `enhanced` requests the language model, if there is one.
  const mayUseOwnModels = config.model !== 'enhanced' || languageModel === null
  // The audio of a redacted transcript is not redacted.
  const mayUseAudio = !params.pii_redaction
  const translated: TranslatedUtterance[] = []
  const others: Utterance[] = []
  for (const [from, own] of Map.groupBy(utterances, (utterance) => utterance.language)) {
    const isForeign = from !== language
    const translator = isForeign && mayUseOwnModels ? await textModels.translator(from, language) : null
    if (!isForeign) translated.push(...own)
    else if (translator)
      translated.push(...(await translateByModel(own, [from, language], config, translator, signal)))
    else others.push(...own)
  }
  if (others.length > 0)
    if (language === 'en' && mayUseAudio && mayUseOwnModels)
      translated.push(...(await translateSpeech(others, config, await audio(), signal)))
    else if (languageModel)
      translated.push(...(await translateText(others, language, config, languageModel, signal)))
    else
      throw new NotAvailableError(
        mayUseAudio
          ? `Translation into ${languageName(language)} needs a language model, which this service does not ` +
              'have. Translate into English (en), which needs none.'
          : 'With pii_redaction, translation needs a language model: what was removed from the transcript is still in ' +
              'the audio. This service has none.',
      )
  return translated.toSorted((a, b) => a.start - b.start || a.channel - b.channel)
}

function resultOf(
  utterances: TranslatedUtterance[],
  language: TranslationLanguageCode,
  params: FeatureParams,
  audioDuration: number,
): TranslationResult {
  const spoken = asUtterances(utterances)
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
