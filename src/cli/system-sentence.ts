import { getSystemErrorMessage } from 'node:util'

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EISDIR: 'this is a folder, not a file',
  ENOTDIR: 'a part of this path is a file, not a folder',
  EACCES: 'this user is not allowed to open it',
  ENOSPC: 'the disk is full',
}

/** Describes a system error about a file or folder; null for any other error. */
export function systemSentence(error: unknown): string | null {
  const { code = '', errno, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined || errno === undefined) return null
  return SENTENCES[code] ?? getSystemErrorMessage(errno)
}

/** The same, prefixed with the path that the error is about. */
export function systemFailure(error: unknown): string | null {
  const sentence = systemSentence(error)
  const { path } = error as NodeJS.ErrnoException
  return sentence === null || path === undefined ? sentence : `${path}: ${sentence}`
}
