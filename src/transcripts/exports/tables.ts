import { stringify } from 'csv-stringify/sync'
import { linesOf, type TranscriptExport } from './transcript-export.ts'

/**
 * A row per utterance (RFC 4180). For spreadsheets, the file begins with a byte order mark, without which some do not read
 * UTF-8, and text that they would take for a formula begins with an apostrophe, as OWASP recommends.
 */
export function csv(exported: TranscriptExport): string {
  const columns = [
    'start',
    'end',
    'channel',
    ...(exported.hasSpeakers ? ['speaker'] : []),
    'language',
    'text',
  ]
  return stringify(linesOf(exported), {
    columns,
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}

/**
 * A row per utterance: its start and end in milliseconds and its text, as Whisper's command line writes them. Text that
 * spreadsheets would take for a formula begins with an apostrophe, as in CSV.
 */
export function tsv(exported: TranscriptExport): string {
  const rows = linesOf(exported).map(({ start, end, text }) => ({
    start: Math.round(start * 1000),
    end: Math.round(end * 1000),
    text,
  }))
  // Like Whisper, quote nothing: the text contains neither tabs nor line breaks.
  const columns = ['start', 'end', 'text']
  return stringify(rows, { columns, header: true, delimiter: '\t', quote: '', escape_formulas: true })
}
