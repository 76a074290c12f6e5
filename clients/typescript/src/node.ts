/** What needs Node.js, or a runtime with its modules. */
/// <reference types="node" />
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** A file, to be passed to `upload` or `transcribe`. It is read while it is sent. */
export async function openFile(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
