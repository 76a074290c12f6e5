/**
 * The custom_metadata of a list query, in its two spellings: JSON text, and brackets in the name of the parameter
 * (`custom_metadata[order][id]=7`), as the `qs` library and its kin write them.
 */

export type MetadataFilter = Record<string, unknown>

type Node = Branch | Leaf

interface Leaf {
  /** A string, number, boolean or null. */
  readonly scalar: unknown
}

/** An object or a list that is being put together. */
interface Branch {
  readonly isList: boolean
  readonly children: Map<string, Node>
}

/** Readers of the filter may recurse; a URL has room for thousands of levels, and nobody's metadata has these many. */
const DEEPEST = 50
/** Each value is looked up on its own, in a statement that holds them all. */
const MOST_VALUES = 100

/**
 * Puts the spellings together.
 * @param json the value of `custom_metadata`
 * @param brackets the parameters whose name begins with `custom_metadata[`, their values not empty
 * @param faults takes a line for each fault
 * @returns null when nothing is asked for
 */
export function parseMetadataFilter(
  json: string | null,
  brackets: readonly (readonly [name: string, value: string])[],
  faults: string[],
): MetadataFilter | null {
  const given = json === null ? {} : parseJson(json, faults)
  const filter = brackets.length === 0 ? given : withBrackets(given, brackets, faults)
  if (countValues(filter) > MOST_VALUES) {
    faults.push(`custom_metadata: must not have more than ${MOST_VALUES} values`)
    return null
  }
  return Object.keys(filter).length === 0 ? null : filter
}

function parseJson(text: string, faults: string[]): MetadataFilter {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // Not JSON is no object either.
  }
  if (!isObject(value)) faults.push('custom_metadata: must be a JSON object such as {"user":"x"}')
  else if (isDeeperThan(DEEPEST, value))
    faults.push(`custom_metadata: must not have more than ${DEEPEST} levels`)
  else return value
  return {}
}

function withBrackets(
  given: MetadataFilter,
  brackets: readonly (readonly [name: string, value: string])[],
  faults: string[],
): MetadataFilter {
  const root = branchOf(given)
  for (const [name, value] of brackets) {
    const fault = place(root, name, value)
    if (fault !== null) faults.push(`${name}: ${fault}`)
  }
  return objectOf(root)
}

/** Puts one bracketed parameter in its place; says why where it has none. */
function place(root: Branch, name: string, value: string): string | null {
  if (!/^custom_metadata(?:\[[^[\]]*\])+$/.test(name))
    return 'must be spelled like custom_metadata[order][id]'
  const keys = name.slice('custom_metadata['.length, -1).split('][')
  const last = keys.pop() ?? ''
  if (keys.length >= DEEPEST) return `must not have more than ${DEEPEST} levels`
  if ((keys[0] ?? last) === '') return 'must name a key in the first brackets: custom_metadata is no list'

  let branch = root
  for (const [depth, key] of keys.entries()) {
    const isList = isPlace(keys[depth + 1] ?? last)
    const next = child(branch, key) ?? { isList, children: new Map<string, Node>() }
    if (!isBranch(next) || next.isList !== isList) return CONTRADICTION
    add(branch, key, next)
    branch = next
  }
  const before = child(branch, last)
  if (before === undefined) add(branch, last, { scalar: value })
  else if (isBranch(before) || String(before.scalar) !== value) return CONTRADICTION
  return null
}

const CONTRADICTION = 'contradicts another value of custom_metadata'

/** Whether brackets hold a place in a list: a number, or nothing for the next one. */
const isPlace = (key: string): boolean => /^\d*$/.test(key)

/** What brackets name; without a place they always name a new element. */
function child({ isList, children }: Branch, key: string): Node | undefined {
  return isList && key === '' ? undefined : children.get(key)
}

function add({ isList, children }: Branch, key: string, node: Node): void {
  // A new element gets a name that no brackets can give.
  children.set(isList && key === '' ? `next ${children.size}` : key, node)
}

function nodeOf(value: unknown): Node {
  return typeof value === 'object' && value !== null ? branchOf(value) : { scalar: value }
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

/** By the numbers in the brackets, which may come in any order; those without a number follow. */
function elementsOf({ children }: Branch): Node[] {
  const placeOf = (key: string): number => (/^\d+$/.test(key) ? Number(key) : Infinity)
  return [...children].toSorted(([a], [b]) => (placeOf(a) < placeOf(b) ? -1 : 1)).map(([, node]) => node)
}

function objectOf({ children }: Branch): MetadataFilter {
  // Defined, not assigned, by fromEntries: `__proto__` is a key like any other.
  return Object.fromEntries([...children].map(([key, node]) => [key, valueOf(node)]))
}

const isBranch = (node: Node): node is Branch => 'children' in node

function isObject(value: unknown): value is MetadataFilter {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner))
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 0)
}
