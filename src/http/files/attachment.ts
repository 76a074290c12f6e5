import { create } from 'content-disposition'
import { safeFileName } from '../../platform/files/file-names.ts'
import type { HeaderDocs } from '../openapi/responses.ts'

export const ATTACHMENT: HeaderDocs = {
  'content-disposition': { type: 'string', description: '`attachment` with the name of the file.' },
}

/**
 * A file name that is valid on every operating system.
 * @param name such as the title of a job
 * @param ending the rest of the name, such as `.srt`
 */
export function fileNameOf(name: string, ending: string): string {
  return safeFileName(`${name.replaceAll(/[/\\]/g, '-')}${ending}`)
}

/** The Content-Disposition of a download, with the name that `fileNameOf` returns. */
export function attachmentOf(name: string, ending: string): string {
  return create(fileNameOf(name, ending))
}
