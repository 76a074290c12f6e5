/**
 * custom_metadata and tags as (path, value) leaves. A stored object becomes rows of `job_leaves`; a filter becomes the rows that it
 * requires; a job matches if it has all of them. This implements the contract: the stored object has every leaf of the filter at the
 * same path, with scalars compared as text, and every element of an array anywhere in the stored array.
 */
import { createHash } from 'node:crypto'
import { isContainer, scalarText } from '../contract/exact-json.ts'
import { languageCode } from '../contract/languages.ts'

type Language = (typeof languageCode)['options'][number]

/** One scalar of a custom_metadata object, or one whole element of an array in it. */
export interface Leaf {
  /**
   * The keys that lead to it, as JSON text. `[]` stands for a scalar in an array and `[[]]` for an array or object in one, so that the
   * array ["x"] and the string '["x"]' differ.
   */
  readonly path: string
  /** The scalar's text, or the element's JSON with sorted keys. */
  readonly value: string
}

/** Longer paths and values are stored as a hash: a B-tree of PostgreSQL holds keys of up to 2,704 bytes. */
const MAX_KEY_BYTES = 600

/** The path of a tag. It is not JSON text, so it differs from every path of metadata. */
export const TAG_PATH = 'tag'

/**
 * A recognised language as a tag, so that lists find, count and intersect languages as they do tags. The owner of a job cannot set such
 * a tag, because labels have no control characters.
 */
export const languageTag = (language: Language): string => LANGUAGE_MARK + language
export const LANGUAGE_MARK = '\u0001'

/** The inverse of `languageTag`. */
export const languageOf = (tag: string): Language => languageCode.parse(tag.slice(LANGUAGE_MARK.length))

/** The leaves of tags, without duplicates. */
export function tagLeaves(tags: readonly string[]): Leaf[] {
  return [...new Set(tags.map(indexable))].map((value) => ({ path: TAG_PATH, value }))
}

/** The leaves of a custom_metadata object, without duplicates. Empty objects and arrays have none. */
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

/** An array or object with its scalars as text and its keys sorted. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isObject(value)) return scalarText(value)
  // Pairs instead of an object, which would change the meaning of "__proto__" and the order of keys such as "1".
  const pairs = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const)
  return { pairs: pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)) }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value)
}

function indexable(text: string): string {
  // The text type of PostgreSQL holds neither NUL nor lone surrogates.
  if (Buffer.byteLength(text) <= MAX_KEY_BYTES && !text.includes('\0')) return text.toWellFormed()
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}
