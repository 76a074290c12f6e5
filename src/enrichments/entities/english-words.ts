/**
 * Words that show what an English name refers to, from `data/english-words.json`. The lists were compiled for this
 * project while tuning on `testing/marked-text.txt`; the names themselves come from compromise and Unicode CLDR.
 *
 * - `organizationHeads`, `locationHeads`, `eventHeads`: last words of such names; `headsBeforeOf`: words other than
 *   `organizationHeads` that continue with "of" and a name, as in "Bay of Bengal"
 * - `locationOpeners`: first words of place names; `familyNameHeads`: heads that are also family names ("Tiger Woods")
 * - `titles` precede a person's name and are not part of it; `titlesInNames` may also be part of another name ("General
 *   Motors"), or a family name ("King")
 * - `firstNameWords`: first names that are also ordinary words
 * - `companies` whose names are ordinary words or unknown to compromise; `products`: product families, which a model may
 *   follow
 * - `nonNames`: capitalised words that do not name a person, place or organisation; `functionWords`: never names at the
 *   start of a sentence, whatever follows
 */
import lists from './data/english-words.json' with { type: 'json' }

const sets = new Map(Object.entries(lists).map(([name, words]) => [name, new Set(words)]))

/** Returns true if a lower-case word is in a list. */
export function isIn(list: keyof typeof lists, word: string | undefined): boolean {
  return word !== undefined && sets.get(list)?.has(word) === true
}
