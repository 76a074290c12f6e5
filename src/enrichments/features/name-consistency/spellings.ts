/** Groups the spellings of each name. */
import { diffChars } from 'diff'
import type { LanguageCode } from '../../../contract/languages.ts'
import type { Phonemes } from '../../phonetics/phoneme-similarity.ts'
import { phonemesOf } from '../../phonetics/phonemes.ts'
import { inTurns } from '../../in-turns.ts'
import type { NameOccurrence } from './names.ts'

/** A name and its spellings. */
export interface Spellings {
  /** The most common spelling; the first one if several are equally common. */
  readonly name: string
  readonly language: LanguageCode
  /** The other spellings, the most common first. */
  readonly variants: readonly string[]
  /** Occurrences, in any spelling. */
  readonly count: number
}

/** The minimum share of the longer name's letters that both names have in the same order: Jean is not Gene. */
const MIN_SHARED_LETTERS = 0.5

interface Form {
  readonly name: string
  readonly language: LanguageCode
  readonly phonemes: Phonemes
  readonly count: number
}

/**
 * Groups names that are spellings of one name.
 * @param names in order of the transcript
 * @returns the names with more than one spelling, the most common first
 * @throws the reason of `signal` once it is aborted
 */
export async function spellingsOf(
  names: readonly NameOccurrence[],
  signal: AbortSignal,
): Promise<Spellings[]> {
  const groups: { main: Form; others: Form[] }[] = []
  for await (const [, form] of inTurns(formsOf(names), 100, signal)) {
    // Compares only with the most common spelling, so that a chain of similar names is not one name.
    const group = groups.find(({ main }) => isSameName(main, form))
    if (group) group.others.push(form)
    else groups.push({ main: form, others: [] })
  }
  return groups
    .filter(({ others }) => others.length > 0)
    .map(({ main, others }) => ({
      name: main.name,
      language: main.language,
      variants: others.map(({ name }) => name),
      count: others.reduce((sum, { count }) => sum + count, main.count),
    }))
}

/** Each spelling once, the most common first, then in order of the transcript. */
function formsOf(names: readonly NameOccurrence[]): Form[] {
  const groups = Map.groupBy(names, ({ name, language }) => `${language} ${name}`)
  return Array.from(groups.values(), (occurrences) => {
    const { name, language } = occurrences[0]!
    const phonemes = withPlainVowels(phonemesOf(name, language))
    return { name, language, phonemes, count: occurrences.length }
  }).toSorted((a, b) => b.count - a.count)
}

function isSameName(a: Form, b: Form): boolean {
  return (
    a.language === b.language &&
    isSamePronunciation(a.phonemes, b.phonemes) &&
    sharedLetters(a.name.toLowerCase(), b.name.toLowerCase()) >= MIN_SHARED_LETTERS
  )
}

/** Weak vowels are interchangeable: "Austin" and "Austen". */
function withPlainVowels(phonemes: Phonemes): Phonemes {
  return phonemes.flatMap((phoneme) => (phoneme === 'ɝ' ? ['ə', 'ɹ'] : phoneme === 'ɪ' ? ['ə'] : [phoneme]))
}

/**
 * Returns true if two names have the same phonemes, except for one weak vowel within them: "Katherine" and "Kathryn", but
 * not "Christine" and "Christina".
 */
function isSamePronunciation(a: Phonemes, b: Phonemes): boolean {
  const [longer, shorter] = a.length >= b.length ? [a, b] : [b, a]
  if (longer.length - shorter.length > 1) return false
  const differs = longer.findIndex((phoneme, index) => phoneme !== shorter[index])
  if (differs < 0) return true
  if (longer.length === shorter.length || longer[differs] !== 'ə') return false
  if (differs === 0 || differs === longer.length - 1) return false
  return longer.slice(differs + 1).every((phoneme, index) => phoneme === shorter[differs + index])
}

/** The longest common subsequence of letters, as a share of the longer name. */
function sharedLetters(a: string, b: string): number {
  const shared = diffChars(a, b).filter(({ added, removed }) => !added && !removed)
  return shared.reduce((sum, { value }) => sum + value.length, 0) / Math.max(a.length, b.length)
}
