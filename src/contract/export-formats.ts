/** Export formats of transcripts, by name. The name is also the file extension. */
export const EXPORT_FORMATS = {
  txt: {
    type: 'text/plain',
    content: 'text',
    paragraphs: 'unless refused',
    description: 'text in paragraphs',
  },
  md: {
    type: 'text/markdown',
    content: 'text',
    paragraphs: 'unless refused',
    description: 'Markdown in paragraphs',
  },
  srt: { type: 'application/x-subrip', content: 'text', paragraphs: 'none', description: 'SubRip captions' },
  vtt: { type: 'text/vtt', content: 'text', paragraphs: 'none', description: 'WebVTT captions' },
  json: {
    type: 'application/json',
    content: 'json',
    paragraphs: 'if wanted',
    description: 'the transcript as in the API',
  },
  csv: {
    type: 'text/csv',
    content: 'text',
    paragraphs: 'none',
    description: 'a table with a row for each utterance',
  },
  tsv: {
    type: 'text/tab-separated-values',
    content: 'text',
    paragraphs: 'none',
    description:
      'start and end in milliseconds and the text of each utterance, separated by tabs, as written by Whisper',
  },
  docx: {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: 'binary',
    paragraphs: 'unless refused',
    description: 'a Microsoft Word document in paragraphs',
  },
  otio: {
    type: 'application/vnd.pixar.opentimelineio+json',
    content: 'text',
    paragraphs: 'none',
    description: 'an OpenTimelineIO timeline with a clip for each utterance, for video editors',
  },
} as const satisfies Record<string, ExportFormatInfo>

interface ExportFormatInfo {
  /** The media type. */
  readonly type: string
  readonly content: 'text' | 'json' | 'binary'
  /** Whether utterances are grouped into paragraphs. */
  readonly paragraphs: 'unless refused' | 'if wanted' | 'none'
  readonly description: string
}

export type ExportFormat = keyof typeof EXPORT_FORMATS

/** @param wanted the parameter `paragraphs` of the request */
export function hasParagraphs(format: ExportFormat, wanted: 'true' | 'false' | undefined): boolean {
  const { paragraphs } = EXPORT_FORMATS[format]
  return paragraphs === 'unless refused'
    ? wanted !== 'false'
    : paragraphs === 'if wanted' && wanted === 'true'
}

export const EXPORT_FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as [ExportFormat, ...ExportFormat[]]
