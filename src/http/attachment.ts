import { create } from 'content-disposition'
import { safeFileName } from '../platform/files/file-names.ts'
import type { HeaderDocs } from './responses.ts'

export const ATTACHMENT: HeaderDocs = {
  'content-disposition': { type: 'string', description: '`attachment`, with the name of the file.' },
}

/**
 * The Content-Disposition of what browsers save.
 * @param name such as the title of a job
 * @param ending what follows it, such as `.srt`
 */
export function attachmentOf(name: string, ending: string): string {
  return create(safeFileName(`${name.replaceAll(/[/\\]/g, '-')}${ending}`))
}
