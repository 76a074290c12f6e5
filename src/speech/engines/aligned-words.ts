/** The times of words, for recognisers that give a text without them. */
import pLimit from 'p-limit'
import type { LanguageCode } from '../../contract/languages.ts'
import type { Word } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import type { LoadContext } from './engine.ts'

/** Of all recognisers in this process, one at a time: each uses all cores, and up to 0.6 GB. */
const alignments = pLimit(1)

/** Speech whose words are known. */
interface Spoken {
  readonly samples: Float32Array
  readonly language: LanguageCode
  readonly signal?: AbortSignal | undefined
}

/**
 * Finds when each word of a text is spoken.
 * @param text - as {@link asSpoken} gives it
 * @returns its words, each as probable as the aligner finds it
 * @throws the signal's reason, when that is aborted before the alignment begins
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

/** A text as it is joined to others: with a space before it, where its script puts one before words. */
export function asSpoken(text: string, language: LanguageCode): string {
  return isWrittenWithoutSpaces(language) ? text : ` ${text}`
}
