/**
 * Decides which part of a person's name is said: the given name, the family name, or both.
 *
 * A full name is one entity of the type `NAME`; the finer types are for parts that are said alone. The services from
 * which the types come label names in this way, and a client that shows or counts people would otherwise take two
 * entities for two people.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import { isIn } from './english-words.ts'
import { FIRST_NAME_TAGS, tagsOf } from './lexicon.ts'

/** `NAME` for both parts, or for an unknown part. */
export type NamePart = 'NAME' | 'NAME_GIVEN' | 'NAME_FAMILY'

/** A name in its sentence. */
export interface SpokenName {
  readonly text: string
  readonly language: LanguageCode
  /** The end of the text before it. */
  readonly before: string
}

/** A part of a name, as written. */
export interface NamePiece {
  readonly type: NamePart
  readonly text: string
}

/** Languages in which the family name comes first, or may. */
const FAMILY_FIRST: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko', 'hu', 'vi'])

const PARTICLE = /^(?:van|von|de|del|della|da|dos|di|der|den|la|le|bin|ibn|al|el|du|ter|ten|zu)$/iu
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/iu
/** Titles that precede a family name or a full name. */
const TITLE = /(?<!\p{L})(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Herr|Frau|Monsieur|Madame|Señora?|Signora?)\.? $/iu

/** The parts of the names in one transcript. */
export class NameParts {
  /** Words that begin full names, and words that end them. */
  readonly #given = new Set<string>()
  readonly #family = new Set<string>()

  /** @param names of people in the transcript; a full name shows which part is which elsewhere */
  constructor(names: Iterable<SpokenName>) {
    for (const name of names)
      for (const { type, text } of splitName(name)) {
        if (type === 'NAME_GIVEN') for (const word of text.split(/\s+/)) this.#given.add(word.toLowerCase())
        if (type === 'NAME_FAMILY') this.#family.add(text.toLowerCase())
      }
  }

  /** The parts of a name, in order; a name of one word is one part. */
  piecesOf(name: SpokenName): NamePiece[] {
    const { text, before } = name
    return /\s/.test(text) ? splitName(name) : [{ type: this.#partOf(text.toLowerCase(), before), text }]
  }

  #partOf(word: string, before: string): NamePart {
    const [isGiven, isFamily] = [this.#given.has(word), this.#family.has(word)]
    if (isGiven !== isFamily) return isGiven ? 'NAME_GIVEN' : 'NAME_FAMILY'
    if (TITLE.test(before)) return 'NAME_FAMILY'
    const tags = tagsOf(word)
    if (tags.some((tag) => FIRST_NAME_TAGS.has(tag)) || isIn('firstNameWords', word)) return 'NAME_GIVEN'
    return tags.includes('LastName') ? 'NAME_FAMILY' : 'NAME'
  }
}

/** Splits a name of several words into parts; other names are one part of an unknown kind. */
function splitName({ text, language }: SpokenName): NamePiece[] {
  const words = Array.from(text.matchAll(/\S+/gu))
  const last = words.findLastIndex(({ 0: word }) => !SUFFIX.test(word))
  const particle = words.findIndex(({ 0: word }, index) => 0 < index && index < last && PARTICLE.test(word))
  const family = words[particle === -1 ? last : particle]
  if (family === undefined || family.index === 0 || FAMILY_FIRST.has(language))
    return [{ type: 'NAME', text }]
  return [
    { type: 'NAME_GIVEN', text: text.slice(0, family.index).trimEnd() },
    { type: 'NAME_FAMILY', text: text.slice(family.index) },
  ]
}
