import { UNSPACED_SCRIPT } from '../contract/unspaced-scripts.ts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

/** Characters of a word that count: an index has room for some thousand bytes, and no word is longer. */
const LONGEST_WORD = 64

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

/**
 * The different words of a text as search knows them: lowercase, in compatibility form, without punctuation. The same
 * for what is indexed and for what is asked, on every store.
 *
 * A dictionary finds the words of scripts without spaces; for the others a pattern does, at some 30 times the speed.
 */
export function searchWords(text: string): string[] {
  // SQLite takes these two for the letters that they are forms of; so does everything here.
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ').replaceAll('\u0345', 'ι')
  const pieces = UNSPACED_SCRIPT.test(plain)
    ? Array.from(segmenter.segment(plain), ({ segment }) => segment)
    : [plain]
  const words = pieces.flatMap((piece) => piece.match(WORD) ?? [])
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))]
}
