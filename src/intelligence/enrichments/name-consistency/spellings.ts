/** Which names are one name, spelled in several ways. */
import { setImmediate } from 'node:timers/promises'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Phonemes } from '../../phonetics/phoneme-similarity.ts'
import { phonemesOf } from '../../phonetics/phonemes.ts'
import type { SaidName } from './names-said.ts'

/** A name and the ways it is spelled. */
export interface Spellings {
  /** The commonest spelling; of several, the one that comes first. */
  readonly name: string
  readonly language: LanguageCode
  /** The other spellings, the commonest first. */
  readonly variants: readonly string[]
  /** How often it is said, however spelled. */
  readonly count: number
}

/** How many letters of the longer one they have in common, in their order, at least: Jean is not Gene. */
const SHARED_LETTERS = 0.5

/** Names after which the others get their turn. */
const BATCH = 100

interface Form {
  readonly name: string
  readonly language: LanguageCode
  readonly sound: Phonemes
  count: number
}

/**
 * Puts the spellings of each name together.
 * @param names in the order they are said
 * @param signal rejects with its reason
 * @returns the names that have more than one spelling, the commonest first
 */
export async function spellingsOf(names: readonly SaidName[], signal: AbortSignal): Promise<Spellings[]> {
  const groups: { chief: Form; others: Form[] }[] = []
  for (const [index, form] of formsOf(names).entries()) {
    if (index % BATCH === BATCH - 1) await setImmediate()
    signal.throwIfAborted()
    // With the chief alone: names that are each a little like the next are not all one.
    const group = groups.find(({ chief }) => isSameName(chief, form))
    if (group) group.others.push(form)
    else groups.push({ chief: form, others: [] })
  }
  return groups
    .filter(({ others }) => others.length > 0)
    .map(({ chief, others }) => ({
      name: chief.name,
      language: chief.language,
      variants: others.map(({ name }) => name),
      count: others.reduce((sum, { count }) => sum + count, chief.count),
    }))
}

/** Each spelling once, the commonest first, then in the order they are said. */
function formsOf(names: readonly SaidName[]): Form[] {
  const forms = new Map<string, Form>()
  for (const { name, language } of names) {
    const key = `${language} ${name}`
    const known = forms.get(key)
    if (known) known.count++
    else forms.set(key, { name, language, sound: withPlainVowels(phonemesOf(name, language)), count: 1 })
  }
  return [...forms.values()].toSorted((a, b) => b.count - a.count)
}

function isSameName(a: Form, b: Form): boolean {
  return (
    a.language === b.language &&
    soundsTheSame(a.sound, b.sound) &&
    sharedLetters(a.name.toLowerCase(), b.name.toLowerCase()) >= SHARED_LETTERS
  )
}

/** Weak vowels are heard, and read, one way or the other: "Austin" and "Austen". */
function withPlainVowels(phonemes: Phonemes): Phonemes {
  return phonemes.flatMap((phoneme) => (phoneme === 'ɝ' ? ['ə', 'ɹ'] : phoneme === 'ɪ' ? ['ə'] : [phoneme]))
}

/**
 * Whether two names are the same phonemes, but for one weak vowel within them: "Katherine" and "Kathryn", but not
 * "Christine" and "Christina".
 */
function soundsTheSame(a: Phonemes, b: Phonemes): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a]
  if (longer.length - shorter.length > 1) return false
  const differs = longer.findIndex((phoneme, index) => phoneme !== shorter[index])
  if (differs < 0) return true
  if (longer.length === shorter.length || longer[differs] !== 'ə') return false
  if (differs === 0 || differs === longer.length - 1) return false
  return longer.slice(differs + 1).every((phoneme, index) => phoneme === shorter[differs + index])
}

/** The longest row of letters that both have in this order, as a share of the longer one. */
function sharedLetters(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, () => 0)
  for (const letter of a) {
    const row = [0]
    for (let j = 0; j < b.length; j++)
      row.push(letter === b[j] ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0))
    above = row
  }
  return (above[b.length] ?? 0) / Math.max(a.length, b.length)
}
