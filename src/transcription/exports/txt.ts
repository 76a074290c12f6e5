import { blocksOf, summaryOf, type TranscriptExport } from './transcript-export.ts'

/** Paragraphs with empty lines between them, or a line for each utterance; then the summary. */
export function txt(exported: TranscriptExport): string {
  const blocks = blocksOf(exported).map(({ head, text }) => `${head} ${text}`.trim())
  const summary = summaryOf(exported)
  const transcript = blocks.join(exported.hasParagraphs ? '\n\n' : '\n')
  return [transcript, ...(summary.length === 0 ? [] : ['', 'Summary:', ...summary])].join('\n')
}
