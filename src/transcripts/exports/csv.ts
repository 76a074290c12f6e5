import { stringify } from 'csv-stringify/sync'
import { linesOf, type TranscriptExport } from './transcript-export.ts'

/**
 * A row for each utterance (RFC 4180). For spreadsheets, it begins with a byte order mark, without which some do not read UTF-8,
 * and text that they would take for a formula with an apostrophe, as OWASP recommends.
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
