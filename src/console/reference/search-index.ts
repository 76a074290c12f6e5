/** Search in operations, events, schemas, and the sections of guides. */
import { lexer } from 'marked'
import { allEvents, type Description } from './description.ts'
import { GUIDES, loadGuide } from './guides.ts'
import { anchorOf } from './markdown.tsx'
import { eventPath, guidePath, operationPath, typePath } from './paths.ts'

export interface Entry {
  /** Path of its view. */
  readonly path: string
  readonly title: string
  /** What it belongs to. */
  readonly context: string
  /** HTTP method of an operation. */
  readonly method: string | null
  /** Its names in lower case. Matches in names come first. */
  readonly names: string
  /** Its other text in lower case. */
  readonly text: string
}

/** @param loaded texts of the guides by their names */
export function searchIndex(
  description: Description,
  loaded: Readonly<Record<string, string>>,
): readonly Entry[] {
  const operations = description.chapters.flatMap(({ name: chapter, operations: all }) =>
    all.map((operation): Entry => {
      const {
        operationId,
        summary,
        method,
        path,
        deprecated,
        parameters = [],
        description: text = '',
      } = operation
      return {
        path: operationPath(operation),
        title: summary,
        context: deprecated ? `${path} · deprecated` : path,
        method,
        names: `${operationId} ${summary} ${method} ${path} ${chapter}`.toLowerCase(),
        text: `${text} ${parameters.map(({ name }) => name).join(' ')}`.toLowerCase(),
      }
    }),
  )
  const events = allEvents(description).map((event): Entry => ({
    path: eventPath(event),
    title: event.name,
    context: 'event',
    method: null,
    names: event.name.toLowerCase(),
    text: event.summary.toLowerCase(),
  }))
  const types = Object.entries(description.schemas).map(([name, schema]): Entry => ({
    path: typePath(name),
    title: name,
    context: 'type',
    method: null,
    names: name.toLowerCase(),
    text: [schema.description ?? '', ...Object.keys(schema.properties ?? {})].join(' ').toLowerCase(),
  }))
  const guides = GUIDES.flatMap(({ guides: all }) => all).flatMap(({ name, title }) =>
    sectionsOf(loaded[name] ?? `# ${title}`).map(({ heading, anchor, text }): Entry => ({
      path: guidePath(name, anchor),
      title: anchor === '' ? title : heading,
      context: anchor === '' ? 'guide' : title,
      method: null,
      names: `${heading} ${title}`.toLowerCase(),
      text: text.toLowerCase(),
    })),
  )
  return [...operations, ...guides, ...events, ...types]
}

interface Section {
  readonly heading: string
  /** Empty for the first section. */
  readonly anchor: string
  readonly text: string
}

function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string; anchor: string; text: string }[] = []
  for (const token of lexer(markdown)) {
    const last = sections.at(-1)
    if (token.type === 'heading') {
      const heading = String(token['text'])
      sections.push({ heading, anchor: last === undefined ? '' : anchorOf(heading), text: '' })
    } else if (last !== undefined) last.text += token.raw
  }
  return sections
}

/** The texts of all guides that can be loaded, by their names. */
export async function loadGuideTexts(): Promise<Readonly<Record<string, string>>> {
  const texts = await Promise.all(
    GUIDES.flatMap(({ guides }) => guides).map(async (guide) => [
      guide.name,
      await loadGuide(guide).catch(() => ''),
    ]),
  )
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Record<string, string>
}

/** The entries with all words of the query, those with more of them in their names first. */
export function found(entries: readonly Entry[], query: string): readonly Entry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return entries
    .flatMap((entry) => {
      if (!words.every((word) => entry.names.includes(word) || entry.text.includes(word))) return []
      const inTitle = words.filter((word) => entry.title.toLowerCase().includes(word)).length
      const inNames = words.filter((word) => entry.names.includes(word)).length
      // Such as "list jobs" for `listJobs`.
      const isItsName = entry.names.startsWith(`${words.join('')} `)
      return [{ entry, rank: inTitle * 2 + inNames + (isItsName ? 1 : 0) }]
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ entry }) => entry)
}
