import type { ExportFormat } from '../../contract/export-formats.ts'
import type { TranscriptExport } from './transcript-export.ts'

type Exporter = (exported: TranscriptExport) => string | Promise<Uint8Array>

/** The exporter of each format, loaded on first use: the library for docx alone takes 150 ms. */
const EXPORTERS: Record<ExportFormat, () => Promise<Exporter>> = {
  txt: async () => (await import('./txt.ts')).txt,
  md: async () => (await import('./md.ts')).md,
  srt: async () => (await import('./captions.ts')).srt,
  vtt: async () => (await import('./captions.ts')).vtt,
  json: async () => (await import('./json.ts')).json,
  csv: async () => (await import('./tables.ts')).csv,
  tsv: async () => (await import('./tables.ts')).tsv,
  docx: async () => (await import('./docx.ts')).docx,
  otio: async () => (await import('./otio.ts')).otio,
}

/** A transcript as the content of a file. */
export async function exportAs(
  format: ExportFormat,
  exported: TranscriptExport,
): Promise<string | Uint8Array> {
  const exporter = await EXPORTERS[format]()
  return exporter(exported)
}
