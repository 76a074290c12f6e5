/** The transcript with profanity masked, as a separate module; the transcription itself does not change. */
import { moderation } from '../../../contract/features/moderation.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { maskProfanity, SUPPORTED_LANGUAGES } from './profanity.ts'
import { fullText } from '../../../contract/full-text.ts'

export const enrichment = defineEnrichment(moderation, {
  run({ utterances }) {
    const supported = utterances.filter(({ language }) => SUPPORTED_LANGUAGES.includes(language))
    if (utterances.length > 0 && supported.length === 0)
      throw new NotAvailableError(
        `moderation supports these languages: ${SUPPORTED_LANGUAGES.join(', ')}. ` +
          'No part of this transcript is in one of them.',
      )
    const masked = utterances.map((one) => ({ ...one, text: maskProfanity(one.text, one.language) }))
    const isEmpty = masked.every(({ text }, index) => text === utterances[index]?.text)
    return { module: { is_empty: isEmpty, results: fullText(masked) } }
  },
})
