/** Part-of-speech tags of English words, from compromise. */
import compromise from 'compromise'

const {
  one: { lexicon },
} = compromise.model() as { one: { lexicon: Partial<Record<string, string | string[]>> } }

/** All tags of a lower-case name or word in the lexicon, whatever the context. */
export function tagsOf(name: string): readonly string[] {
  return Object.hasOwn(lexicon, name) ? [lexicon[name] ?? []].flat() : []
}

/** The tags of the word at an offset of a text, in context. Parses the text, which takes milliseconds. */
export function tagsInText(text: string, at: number): readonly string[] {
  const sentences = compromise(text).json({ offset: true, terms: { offset: true, tags: true } }) as {
    terms: { offset: { start: number }; tags: string[] }[]
  }[]
  const terms = sentences.flatMap((sentence) => sentence.terms)
  return terms.find(({ offset }) => offset.start === at)?.tags ?? []
}

const tagSet = (tags: string): ReadonlySet<string> => new Set(tags.split(' '))

/** Tags of words that are only names. */
export const ONLY_NAME_TAGS = tagSet(
  'City Country FemaleName FirstName LastName MaleName Organization Region SportsTeam',
)

/** Tags of words that may be names. */
export const NAME_TAGS = new Set([...ONLY_NAME_TAGS, 'Acronym', 'Person', 'Place', 'ProperNoun'])

export const FIRST_NAME_TAGS = tagSet('FirstName MaleName FemaleName')

/** Tags of words that are not names at the start of a sentence. */
export const NON_NAME_TAGS = tagSet(
  'Adverb Auxiliary Cardinal Conjunction Contraction Copula Date Determiner Expression Gerund Imperative Infinitive Modal ' +
    'Negative Ordinal Participle PastTense PhrasalVerb Possessive Preposition PresentTense Pronoun QuestionWord Reflexive ' +
    'TextValue Value Verb',
)
