/**
 * custom_metadata and tags as (path, value) leaves. A stored object becomes rows of `job_leaves`, a filter becomes the rows it
 * requires, and a job matches when it has them all. This implements the contract: every leaf of the filter at its path,
 * scalars compared as text, every element of an array somewhere in the stored array.
 */
import { createHash } from 'node:crypto'
import { isContainer, scalarText } from '../contract/exact-json.ts'
import { languageCode } from '../contract/languages.ts'

type Language = (typeof languageCode)['options'][number]

/** One scalar of a custom_metadata object, or one whole element of an array in it. */
export interface Leaf {
  /**
   * JSON text of the keys that lead to it. `[]` stands for a scalar in an array, `[[]]` for an array or object in one, so
   * that the array ["x"] and the string '["x"]' differ.
   */
  readonly path: string
  /** The scalar's text, or the element's JSON with sorted keys. */
  readonly value: string
}

/** PostgreSQL's B-tree holds keys up to 2,704 bytes, and its text no NUL; other paths and values are stored as a hash. */
const MAX_KEY_BYTES = 600

/** The path of a tag: no JSON text, as those of metadata are. */
export const TAG_PATH = 'tag'

/**
 * A language that was recognised, as a tag that no owner can write: labels have no control characters. So lists find, count and
 * intersect languages as they do tags.
 */
export const languageTag = (language: Language): string => LANGUAGE_MARK + language
export const LANGUAGE_MARK = '\u0001'

/** The language of such a tag. */
export const languageOf = (tag: string): Language => languageCode.parse(tag.slice(LANGUAGE_MARK.length))

/** The leaves of tags, each once. */
export function tagLeaves(tags: readonly string[]): Leaf[] {
  return [...new Set(tags.map(indexable))].map((value) => ({ path: TAG_PATH, value }))
}

/** The leaves of a custom_metadata object, each once. Empty objects and arrays have none. */
export function customMetadataLeaves(customMetadata: object): Leaf[] {
  const leaves = new Map<string, Leaf>()
  const add = (path: readonly unknown[], value: string): void => {
    const leaf = { path: indexable(JSON.stringify(path)), value: indexable(value) }
    leaves.set(`${leaf.path}\0${leaf.value}`, leaf)
  }
  const addElement = (path: readonly unknown[], element: unknown): void => {
    if (isContainer(element)) add([...path, [[]]], JSON.stringify(canonical(element)))
    else add([...path, []], scalarText(element))
  }
  const visit = (path: readonly unknown[], value: unknown): void => {
    if (Array.isArray(value)) for (const element of value) addElement(path, element)
    else if (isObject(value)) for (const [key, inner] of Object.entries(value)) visit([...path, key], inner)
    else add(path, scalarText(value))
  }
  visit([], customMetadata)
  return [...leaves.values()]
}

/** An array or object with scalars as text and keys sorted. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isObject(value)) return scalarText(value)
  // Pairs, not an object, in which keys such as "__proto__" and "1" would change or move.
  const pairs = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const)
  return { pairs: pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value)
}

function indexable(text: string): string {
  // Half a surrogate pair is not text for a database.
  if (Buffer.byteLength(text) <= MAX_KEY_BYTES && !text.includes('\0')) return text.toWellFormed()
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
