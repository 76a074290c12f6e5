/** The part of the client that needs the modules of Node.js. */
/// <reference types="node" />
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

/** Opens a file for `upload` or `transcribe`. The file is read while it is sent. */
export async function openFile(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}
