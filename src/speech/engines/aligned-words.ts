/** Finds word times for recognisers that return a text without times. */
import pLimit from 'p-limit'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import type { LoadContext } from './engine.ts'

/** All recognisers in this process share one slot: an alignment uses all cores and up to 0.6 GB. */
const alignments = pLimit(1)

/** Speech whose words are known. */
interface Spoken {
  readonly samples: Float32Array
  readonly language: LanguageCode
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds when each word of a text is spoken.
 * @param text - as returned by {@link asSpoken}
 * @returns the words, with the probabilities that the aligner assigns
 * @throws the signal's reason if it is aborted before the alignment begins
 */
export function alignedWords(
  text: string,
  { samples, language, signal }: Spoken,
  aligner: LoadContext['aligner'],
): Promise<Word[]> {
  return alignments(async () => {
    signal?.throwIfAborted()
    const model = await aligner(language)
    return model.align(samples, text, language)
  })
}

/** Adds the leading space with which a text is appended to another, in scripts that separate words by spaces. */
export function asSpoken(text: string, language: LanguageCode): string {
  return isWrittenWithoutSpaces(language) ? text : ` ${text}`
}
