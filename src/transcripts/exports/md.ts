import type { Heading, PhrasingContent, Root } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { blocksOf, plainText, summaryOf, type TranscriptExport } from './transcript-export.ts'

/** The title as a heading, the paragraphs, then the summary. */
export function md(exported: TranscriptExport): string {
  const summary = summaryOf(exported)
  const root: Root = {
    type: 'root',
    children: [
      heading(1, plainText(exported.title)),
      ...blocksOf(exported).map((line) => ({
        type: 'paragraph' as const,
        children: [
          ...(line.head === '' ? [] : [{ type: 'strong' as const, children: [text(line.head)] }, text(' ')]),
          text(line.text),
        ],
      })),
      ...(summary.length === 0 ? [] : [heading(2, 'Summary')]),
      ...summary.map((value) => ({ type: 'paragraph' as const, children: [text(value)] })),
    ],
  }
  return toMarkdown(root)
}

const heading = (depth: 1 | 2, value: string): Heading => ({
  type: 'heading',
  depth,
  children: [text(value)],
})

const text = (value: string): PhrasingContent => ({ type: 'text', value })
