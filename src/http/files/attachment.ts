import { create } from 'content-disposition'
import { safeFileName } from '../../platform/files/file-names.ts'
import type { HeaderDocs } from '../openapi/responses.ts'

export const ATTACHMENT: HeaderDocs = {
  'content-disposition': { type: 'string', description: '`attachment`, with the name of the file.' },
}

/**
 * The name of a file that every system can save.
 * @param name such as the title of a job
 * @param ending what follows it, such as `.srt`
 */
export function fileNameOf(name: string, ending: string): string {
  return safeFileName(`${name.replaceAll(/[/\\]/g, '-')}${ending}`)
}

/** The Content-Disposition of what browsers save, with its name as `fileNameOf` makes it. */
export function attachmentOf(name: string, ending: string): string {
  return create(fileNameOf(name, ending))
}
