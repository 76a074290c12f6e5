/**
 * Finds profanity in a text word by word, with the lists in `profanity.json`.
 *
 * English: corrections to the data set of obscenity. A word is profane if it consists of a prefix, a root and a suffix
 * from these lists; medical and biological terms are not profane.
 *
 * Other languages: the plainest profanity, where `*` stands for any ending. These lists are our own, because those on npm
 * are machine translations from English ("5 heures", "bouchons").
 */
import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  type MatchPayload,
} from 'obscenity'
import type { LanguageCode } from '../../../contract/languages.ts'
import { perLanguage } from '../../../text/memoise.ts'
import lexicon from './profanity.json' with { type: 'json' }

const { english, otherLanguages } = lexicon
const WORDS: Partial<Record<LanguageCode, readonly string[]>> = otherLanguages

/** Languages in which profanity is recognised, English first. */
export const SUPPORTED_LANGUAGES: readonly string[] = ['en', ...Object.keys(WORDS)]

/**
 * Masks profanity as `f***`, with one asterisk per further letter. A word is masked as a whole or not at all, so
 * "Scunthorpe", "assess" and "cockpit" are kept. Text in an unsupported language is returned unchanged.
 */
export function maskProfanity(text: string, language: LanguageCode): string {
  const isProfane = language === 'en' ? isEnglishProfanity : (word: string) => patternOf(language).test(word)
  return text.replaceAll(WORD, (word: string, offset: number) =>
    isProfane(word.toLowerCase()) && !isFirstName(word, text, offset)
      ? word.slice(0, 1) + word.slice(1).replaceAll(/[\p{L}\p{N}]/gu, '*')
      : word,
  )
}

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

type EnglishWord = Parameters<typeof englishDataset.getPayloadWithPhraseMetadata>[0] extends MatchPayload
  ? NonNullable<ReturnType<typeof englishDataset.getPayloadWithPhraseMetadata>['phraseMetadata']>
  : never

const matcher = new RegExpMatcher({
  ...new DataSet<EnglishWord>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => english.notProfane.includes(metadata?.originalWord ?? ''))
    .build(),
  ...englishRecommendedTransformers,
})

const PREFIX = new RegExp(`^(?:(?:${english.prefixes.join('|')})-?)?$`)
const SUFFIX = new RegExp(`^(?:${english.suffixes.join('|')})?(?:['’]s)?$`)
/** Words that obscenity finds only within other words, or not at all. */
const ALSO_PROFANE: ReadonlySet<string> = new Set(english.alsoProfane)

function isEnglishProfanity(word: string): boolean {
  if (ALSO_PROFANE.has(word)) return true
  return matcher.getAllMatches(word).some(({ startIndex, endIndex }) => {
    // A match may extend beyond the root, by one more letter or by a doubled letter.
    return PREFIX.test(word.slice(0, startIndex)) && SUFFIX.test(word.slice(endIndex + 1))
  })
}

const patternOf = perLanguage((language) => {
  const words = WORDS[language]
  return words ? new RegExp(`^(?:${words.join('|').replaceAll('*', '\\p{L}*')})$`, 'u') : /(?!)/
})

/** "Dick Cheney", "my uncle Dick": capitalised within a sentence, or before another capitalised word. */
function isFirstName(word: string, text: string, offset: number): boolean {
  if (!/^(?:Dick|Fanny|Willy|Randy)$/.test(word)) return false
  const before = text.slice(Math.max(0, offset - 20), offset)
  const after = text.slice(offset + word.length, offset + word.length + 3)
  return /[^.?!…\s]\s{1,20}$/.test(before) || /^\s\p{Lu}/u.test(after)
}
