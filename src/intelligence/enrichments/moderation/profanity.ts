/** Profanity in a text, word by word. */
import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  RegExpMatcher,
  type MatchPayload,
} from 'obscenity'
import type { LanguageCode } from '../../../contract/languages.ts'

/**
 * The plainest words of other languages than English. The lists that npm has for them are machine translations of
 * English ones ("5 heures", "bouchons"), so these are our own; `*` stands for any ending.
 */
const WORDS: Partial<Record<LanguageCode, string>> = {
  de: 'scheiß* scheiss* beschissen* arsch arschloch arschlöcher* wichser* fick ficken fickt gefickt* fotze* hure* hurensohn* hurensöhne* schlampe* verpiss* missgeburt*',
  es: 'mierda* puta puto putas putos putada joder jodido jodida cabrón cabron cabrones coño gilipollas pendejo pendeja pendejos chingar chingada chingado culero hijoputa polla',
  fr: 'merde* putain putains connard* connasse* salope* salaud* enculé* enculer bordel pute putes bite couilles foutre niquer nique chier fdp enfoiré*',
  it: 'cazzo cazzi merda merde stronz* vaffanculo puttana puttane troia coglion* fanculo minchia bastardo bastardi',
  nl: 'kut klootzak* godverdomme lul lullen hoer hoeren tering kanker* neuk neuken neukt eikel schijt',
  pl: 'kurw* chuj* huj jeb* pierdol* spierdal* skurwysyn* pizda pizdy cipa dupek',
  pt: 'merda* puta putas caralho* foda foder fodido filho-da-puta porra cabrão cabrões cu buceta viado',
}

/** Languages whose profanity is known, English first. */
export const LANGUAGES_WITH_PROFANITY: readonly string[] = ['en', ...Object.keys(WORDS)]

/**
 * A text with its profanity masked: `f***`, with as many asterisks as there are letters. A word is masked as a whole or
 * not at all, so "Scunthorpe", "assess" and "cockpit" stay. In a language that is not known, nothing is.
 */
export function masked(text: string, language: LanguageCode): string {
  const isProfane = language === 'en' ? isEnglishProfanity : listOf(language)
  if (!isProfane) return text
  return text.replaceAll(WORD, (word: string, offset: number) =>
    isProfane(word.toLowerCase()) && !isFirstName(word, text, offset)
      ? word.slice(0, 1) + word.slice(1).replaceAll(/[\p{L}\p{N}]/gu, '*')
      : word,
  )
}

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu

/** Terms of medicine and biology, which offend nobody in themselves. */
const NO_PROFANITY = new Set([
  'penis',
  'vagina',
  'semen',
  'sex',
  'anal',
  'anus',
  'orgasm',
  'ejaculate',
  'erection',
  'rape',
  'tit',
  'dyke',
  'bestiality',
  'incest',
  'porn',
])

type EnglishWord = Parameters<typeof englishDataset.getPayloadWithPhraseMetadata>[0] extends MatchPayload
  ? NonNullable<ReturnType<typeof englishDataset.getPayloadWithPhraseMetadata>['phraseMetadata']>
  : never

const matcher = new RegExpMatcher({
  ...new DataSet<EnglishWord>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => NO_PROFANITY.has(metadata?.originalWord ?? ''))
    .build(),
  ...englishRecommendedTransformers,
})

/** What may stand before and after a profane word for the whole to be one. */
const PREFIX =
  /^(?:(?:bull|horse|ape|bat|dip|mother|dumb|jack|god|chicken|ass|kick|smart|bad|un|half|fat|clusters?|cluster|mind)-?)?$/
const SUFFIX =
  /^(?:s|es|ed|er|ers|in|ing|ings|y|ier|iest|ty|tier|tiest|ted|ting|ter|ters|head|heads|face|faces|hole|holes|wit|wits|bag|bags|storm|show|load|faced|kicker|wipe|hat|sucker|suckers|sucking|ish|able|up|ups|tard|e|got|gots)?(?:['’]s)?$/

/** What the library has only within other words, or not at all. */
const ALSO_PROFANE = /^(?:(?:bad|dumb|jack|smart|fat)ass(?:es)?|tits|titt(?:y|ies)|jizz)$/

function isEnglishProfanity(word: string): boolean {
  if (ALSO_PROFANE.test(word)) return true
  return matcher.getAllMatches(word).some(({ startIndex, endIndex }) => {
    // A match may hold more than the profane word: one letter of what follows, or a letter that is said twice.
    return PREFIX.test(word.slice(0, startIndex)) && SUFFIX.test(word.slice(endIndex + 1))
  })
}

const lists = new Map<LanguageCode, (word: string) => boolean>()

function listOf(language: LanguageCode): ((word: string) => boolean) | undefined {
  const words = WORDS[language]
  if (words === undefined) return undefined
  let isListed = lists.get(language)
  if (!isListed) {
    const pattern = new RegExp(`^(?:${words.replaceAll(' ', '|').replaceAll('*', '\\p{L}*')})$`, 'u')
    isListed = (word) => pattern.test(word)
    lists.set(language, isListed)
  }
  return isListed
}

/** "Dick Cheney", "my uncle Dick": a capital within a sentence, or another one after it. */
function isFirstName(word: string, text: string, offset: number): boolean {
  if (!/^(?:Dick|Fanny|Willy|Randy)$/.test(word)) return false
  return /[^.?!…\s]\s+$/.test(text.slice(0, offset)) || /^\s\p{Lu}/u.test(text.slice(offset + word.length))
}
