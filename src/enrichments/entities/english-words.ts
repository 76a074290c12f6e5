/**
 * Words that show what an English name refers to, from `data/english-words.json`. We compiled the lists ourselves while
 * tuning on `testing/marked-text.txt`; names as such come from compromise and Unicode CLDR.
 *
 * - `organizationHeads`, `locationHeads`, `eventHeads`: last words of such names; `headsBeforeOf`:
 *   words other than `organizationHeads` that continue with "of" and a name, as in "Bay of Bengal"
 * - `locationOpeners`: first words of place names; `familyNameHeads`: heads that are family names, too ("Tiger Woods")
 * - `titles` precede a person's name and are not part of it; `titlesInNames` may also be part of another name ("General
 *   Motors"), or a family name ("King")
 * - `firstNameWords`: first names that are ordinary words, too
 * - `companies` whose names are ordinary words, or that compromise does not know; `products`: product families, which a model may follow
 * - `nonNames`: capitalised words that name no person, place or organisation; `functionWords`: no names at the start of a
 *   sentence, whatever follows
 */
import lists from './data/english-words.json' with { type: 'json' }

const sets = new Map(Object.entries(lists).map(([name, words]) => [name, new Set(words)]))

/** Whether a lower-case word is in a list. */
export function isIn(list: keyof typeof lists, word: string | undefined): boolean {
  return word !== undefined && sets.get(list)?.has(word) === true
}
