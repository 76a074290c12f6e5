/**
 * Words that show what an English name refers to, from `english-words.json`. We compiled the lists ourselves while
 * tuning on `testing/marked-text.txt`; names as such come from compromise and Unicode CLDR.
 */
import words from './english-words.json' with { type: 'json' }

/** Last word of an organisation's name, or the word before "of". */
export const ORGANIZATION_HEADS: ReadonlySet<string> = new Set(words.organizationHeads)

/** First or last word of a place name. */
export const LOCATION_HEADS: ReadonlySet<string> = new Set(words.locationHeads)

/** First word of a place name: "Mount", "San". */
export const LOCATION_OPENERS: ReadonlySet<string> = new Set(words.locationOpeners)

/** Heads that are family names, too: "Linda Park", "Tiger Woods". */
export const FAMILY_NAME_HEADS: ReadonlySet<string> = new Set(words.familyNameHeads)

/** Words other than organisation heads that continue with "of" and a name: "Bay of Bengal". */
export const HEADS_BEFORE_OF: ReadonlySet<string> = new Set(words.headsBeforeOf)

/** Last word of the name of an event or an agreement, which is neither a place nor an organisation. */
export const EVENT_HEADS: ReadonlySet<string> = new Set(words.eventHeads)

/** Titles, which precede a person's name and are not part of it. */
export const TITLES: ReadonlySet<string> = new Set(words.titles)

/** Titles that may also be part of an organisation's or place's name ("General Motors"), or stand alone. */
export const TITLES_IN_NAMES: ReadonlySet<string> = new Set(words.titlesInNames)

/** First names that are ordinary words, too, and that compromise tags as such. */
export const FIRST_NAME_WORDS: ReadonlySet<string> = new Set(words.firstNameWords)

/** Companies whose names are ordinary words, or that compromise does not know. */
export const COMPANIES: ReadonlySet<string> = new Set(words.companies)

/** Product families, which a model may follow. */
export const PRODUCTS: ReadonlySet<string> = new Set(words.products)

/** Capitalised words that name no person, place or organisation. */
export const NON_NAMES: ReadonlySet<string> = new Set(words.nonNames)

/** Words that are not names at the start of a sentence, whatever follows. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(words.functionWords)
