/**
 * Which part of a person's name is said: the given name, the family name, or both.
 *
 * A full name is one entity of the type `NAME`, and the finer types are those of names that are said alone. The services that the
 * types come from label names so, and a client that shows or counts people would take two entities for two people.
 */
import type { LanguageCode } from '../../contract/languages.ts'
import { isIn } from './english-words.ts'
import { FIRST_NAME_TAGS, tagsOf } from './lexicon.ts'

/** `NAME` for both parts, or one that is not known. */
export type NamePart = 'NAME' | 'NAME_GIVEN' | 'NAME_FAMILY'

/** A name in its sentence. */
export interface SpokenName {
  readonly text: string
  readonly language: LanguageCode
  /** The end of what is said before it. */
  readonly before: string
}

/** A part of a name, as it is written there. */
export interface NamePiece {
  readonly type: NamePart
  readonly text: string
}

/** Where the family name comes first, or may. */
const FAMILY_FIRST: ReadonlySet<LanguageCode> = new Set(['zh', 'ja', 'ko', 'hu', 'vi'])

const PARTICLE = /^(?:van|von|de|del|della|da|dos|di|der|den|la|le|bin|ibn|al|el|du|ter|ten|zu)$/iu
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/iu
/** What precedes a family name, or a full one. */
const TITLE = /(?<!\p{L})(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Herr|Frau|Monsieur|Madame|Señora?|Signora?)\.? $/iu

/** The parts of the names of one transcript. */
export class NameParts {
  /** Words that begin full names, and words that end them. */
  readonly #given = new Set<string>()
  readonly #family = new Set<string>()

  /** @param names of people in the transcript: a full name shows which part is which elsewhere */
  constructor(names: Iterable<SpokenName>) {
    for (const name of names)
      for (const { type, text } of splitName(name)) {
        if (type === 'NAME_GIVEN') for (const word of text.split(/\s+/)) this.#given.add(word.toLowerCase())
        if (type === 'NAME_FAMILY') this.#family.add(text.toLowerCase())
      }
  }

  /** The parts of a name, in order; one for a name of one word. */
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

/** The parts of a name of several words; one part, of an unknown kind, for others. */
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
