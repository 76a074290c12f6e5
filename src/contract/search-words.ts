import { UNSPACED_SCRIPT } from './unspaced-scripts.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Words are cut to this many characters: the size of an index entry is limited, and real words are shorter. */
const MAX_WORD_LENGTH = 64

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The distinct words of a text in the form that is indexed and searched for, the same on every store: lowercase, in
 * compatibility form (NFKC), without punctuation.
 *
 * Scripts without spaces need the dictionary of Intl.Segmenter; a pattern, about 30 times as fast, serves all others.
 */
export function searchWords(text: string): string[] {
  // SQLite folds these two into the letters that they are variants of, so the same is done everywhere.
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u0345', 'ι')
  const parts = UNSPACED_SCRIPT.test(plain)
    ? Array.from(segmenter.segment(plain), ({ segment }) => segment)
    : [plain]
  const words = parts.flatMap((part) => part.match(WORD) ?? [])
  return [...new Set(words.map((word) => word.slice(0, MAX_WORD_LENGTH)))]
}
