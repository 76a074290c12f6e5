/** The transcript with its profanity masked. The transcription itself stays as it was said. */
import type { Enrichment } from '../../enrichment.ts'
import { NotAvailableError } from '../../enrichment-error.ts'
import { LANGUAGES_WITH_PROFANITY, masked } from './profanity.ts'
import { rewritten } from '../../text/rewritten.ts'

export const moderation: Enrichment<'moderation'> = {
  name: 'moderation',
  run({ utterances }) {
    const known = utterances.filter(({ language }) => LANGUAGES_WITH_PROFANITY.includes(language))
    if (utterances.length > 0 && known.length === 0)
      throw new NotAvailableError(
        `moderation knows the profanity of these languages only: ${LANGUAGES_WITH_PROFANITY.join(', ')}. ` +
          'Nothing of this transcript is in one of them.',
      )
    const clean = utterances.map((one) => ({ ...one, text: masked(one.text, one.language) }))
    const isEmpty = clean.every(({ text }, index) => text === utterances[index]?.text)
    return { module: { is_empty: isEmpty, results: rewritten(clean).full_transcript } }
  },
}
