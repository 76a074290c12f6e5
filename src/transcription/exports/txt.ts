import { linesOf, summaryOf, type TranscriptExport } from './transcript-export.ts'

/** A line for each utterance, then the summary. */
export function txt(exported: TranscriptExport): string {
  const lines = linesOf(exported).map(({ head, text }) => `${head} ${text}`.trim())
  const summary = summaryOf(exported)
  return [...lines, ...(summary.length === 0 ? [] : ['', 'Summary:', ...summary])].join('\n')
}
