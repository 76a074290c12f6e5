import type { PhrasingContent, Root } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { linesOf, plainText, type TranscriptExport } from './transcript-export.ts'

/** The title as a heading, and a paragraph for each utterance. */
export function md(exported: TranscriptExport): string {
  const root: Root = {
    type: 'root',
    children: [
      { type: 'heading', depth: 1, children: [text(plainText(exported.title))] },
      ...linesOf(exported).map((line) => ({
        type: 'paragraph' as const,
        children: [
          ...(line.head === '' ? [] : [{ type: 'strong' as const, children: [text(line.head)] }, text(' ')]),
          text(line.text),
        ],
      })),
    ],
  }
  return toMarkdown(root)
}

const text = (value: string): PhrasingContent => ({ type: 'text', value })
