/** The formats in which a transcript is exported, by their names, which are the extensions of the files too. */
export const EXPORT_FORMATS = {
  txt: { type: 'text/plain', content: 'text', description: 'text, a line for each utterance' },
  md: { type: 'text/markdown', content: 'text', description: 'Markdown, a paragraph for each utterance' },
  srt: { type: 'application/x-subrip', content: 'text', description: 'SubRip captions' },
  vtt: { type: 'text/vtt', content: 'text', description: 'WebVTT captions' },
  json: { type: 'application/json', content: 'json', description: 'the transcript as it is in the API' },
  csv: { type: 'text/csv', content: 'text', description: 'a table with a row for each utterance' },
  tsv: {
    type: 'text/tab-separated-values',
    content: 'text',
    description:
      'start and end in milliseconds and the text of each utterance, separated by tabs, as of Whisper',
  },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: 'binary',
    description: 'a document of Microsoft Word, a paragraph for each utterance',
  },
  otio: {
    type: 'application/vnd.pixar.opentimelineio+json',
    content: 'text',
    description: 'an OpenTimelineIO timeline with a clip for each utterance, for video editors',
  },
} as const satisfies Record<string, ExportFormatInfo>

interface ExportFormatInfo {
  /** The media type. */
  readonly type: string
  readonly content: 'text' | 'json' | 'binary'
  readonly description: string
}

export type ExportFormat = keyof typeof EXPORT_FORMATS

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]]
