/**
 * The custom_metadata filter of a list query. It has two spellings: JSON text, and brackets in the name of the parameter
 * (`custom_metadata[order][id]=7`), as written by `qs` and similar libraries.
 */

import { isContainer, parseExactly, scalarText } from './exact-json.ts'
import { fieldPath, storageFaults } from './storable.ts'

export type CustomMetadataFilter = Record<string, unknown>

type Node = Branch | Leaf

interface Leaf {
  /** A string, number, boolean or null. */
  readonly scalar: unknown
}

/** An object or a list under construction. */
interface Branch {
  readonly isList: boolean
  readonly children: Map<string, Node>
}

/** Limits the recursion of code that reads the filter: a URL could hold thousands of levels. */
const MAX_DEPTH = 50
/** Each value becomes a condition of the same SQL statement. */
const MAX_VALUES = 100

/**
 * Combines the two spellings.
 * @param json the value of `custom_metadata`
 * @param brackets the parameters whose name begins with `custom_metadata[`
 * @param faults receives a line for each fault
 * @returns null when there is no filter
 */
export function parseCustomMetadataFilter(
  json: string | null,
  brackets: readonly (readonly [name: string, value: string])[],
  faults: string[],
): CustomMetadataFilter | null {
  const given = json === null ? {} : parseJson(json, faults)
  const filter = brackets.length === 0 ? given : withBrackets(given, brackets, faults)
  faults.push(...storageFaults(filter, 'custom_metadata'))
  if (countValues(filter) > MAX_VALUES) {
    faults.push(`custom_metadata: must not have more than ${MAX_VALUES} values`)
    return null
  }
  return Object.keys(filter).length === 0 ? null : filter
}

function parseJson(text: string, faults: string[]): CustomMetadataFilter {
  let value: unknown
  try {
    value = parseExactly(text)
  } catch {
    // Reported below, like a value that is not an object.
  }
  if (!isObject(value)) faults.push('custom_metadata: must be a JSON object such as {"user":"x"}')
  else if (isDeeperThan(MAX_DEPTH, value))
    faults.push(`custom_metadata: must not have more than ${MAX_DEPTH} levels`)
  else {
    const empty = emptyPath(value)
    if (empty === null) return value
    faults.push(`custom_metadata.${fieldPath(empty)}: must contain a value to match`)
  }
  return {}
}

function withBrackets(
  given: CustomMetadataFilter,
  brackets: readonly (readonly [name: string, value: string])[],
  faults: string[],
): CustomMetadataFilter {
  const root = branchOf(given)
  for (const [name, value] of brackets) {
    const fault = insert(root, name, value)
    if (fault !== null) faults.push(`${name}: ${fault}`)
  }
  return objectOf(root)
}

/** Inserts one bracketed parameter. @returns the fault; null on success */
function insert(root: Branch, name: string, value: string): string | null {
  if (!/^custom_metadata(?:\[[^[\]]*\])+$/.test(name))
    return 'must be spelled like custom_metadata[order][id]'
  const keys = name.slice('custom_metadata['.length, -1).split('][')
  const last = keys.pop() ?? ''
  if (keys.length >= MAX_DEPTH) return `must not have more than ${MAX_DEPTH} levels`
  if ((keys[0] ?? last) === '') return 'must name a key in the first brackets: custom_metadata is not a list'

  let branch = root
  for (const [depth, key] of keys.entries()) {
    const isList = isIndex(keys[depth + 1] ?? last)
    const next = child(branch, key) ?? { isList, children: new Map<string, Node>() }
    if (!isBranch(next) || next.isList !== isList) return CONTRADICTION
    add(branch, key, next)
    branch = next
  }
  const before = child(branch, last)
  if (before === undefined) add(branch, last, { scalar: value })
  else if (isBranch(before) || scalarText(before.scalar) !== value) return CONTRADICTION
  return null
}

const CONTRADICTION = 'contradicts another value of custom_metadata'

/** Whether brackets contain a list index: a number, or nothing, which appends an element. */
const isIndex = (key: string): boolean => /^\d*$/.test(key)

/** The child that brackets refer to; empty brackets always refer to a new element. */
function child({ isList, children }: Branch, key: string): Node | undefined {
  return isList && key === '' ? undefined : children.get(key)
}

function add({ isList, children }: Branch, key: string, node: Node): void {
  // Appended elements get a key that cannot be written in brackets.
  children.set(isList && key === '' ? `next ${children.size}` : key, node)
}

function nodeOf(value: unknown): Node {
  return isContainer(value) ? branchOf(value) : { scalar: value }
}

function branchOf(value: object): Branch {
  const branch: Branch = { isList: Array.isArray(value), children: new Map() }
  for (const [key, inner] of Object.entries(value)) add(branch, branch.isList ? '' : key, nodeOf(inner))
  return branch
}

function valueOf(node: Node): unknown {
  if (!isBranch(node)) return node.scalar
  return node.isList ? elementsOf(node).map(valueOf) : objectOf(node)
}

/** Sorted by the indices in the brackets, which may arrive in any order, followed by elements without an index. */
function elementsOf({ children }: Branch): Node[] {
  const indexOf = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Infinity)
  return [...children].toSorted(([a], [b]) => (indexOf(a) < indexOf(b) ? -1 : 1)).map(([, node]) => node)
}

function objectOf({ children }: Branch): CustomMetadataFilter {
  // fromEntries defines properties instead of assigning them, so that `__proto__` is a key like any other.
  return Object.fromEntries([...children].map(([key, node]) => [key, valueOf(node)]))
}

const isBranch = (node: Node): node is Branch => 'children' in node

function isObject(value: unknown): value is CustomMetadataFilter {
  return isContainer(value) && !Array.isArray(value)
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (!isContainer(value)) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

/** The path of an empty object or list inside a value; null if there is none. */
function emptyPath(value: object): string[] | null {
  for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
    if (!isContainer(inner)) continue
    const path = Object.keys(inner).length === 0 ? [] : emptyPath(inner)
    if (path !== null) return [key, ...path]
  }
  return null
}

function countValues(value: unknown): number {
  if (!isContainer(value)) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0)
}
