/** What a backup says about itself. It is written last: a folder without it is no backup. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFile } from '../../platform/files/durable.ts'
import { isMissing } from '../../platform/files/if-present.ts'

const FILE = 'manifest.json'

const manifest = z.object({
  /** Of the program. */
  version: z.string(),
  /** The newest migration of the database. */
  schema: z.string(),
  /** Whatever was acknowledged before is in the backup. */
  started_at: z.iso.datetime(),
  completed_at: z.iso.datetime(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** What clients sent, and what was made of it. */
  audio: z.object({ files: z.number(), bytes: z.number() }),
  /** Ids of the jobs whose live sessions were open. */
  live_sessions: z.array(z.string()),
  /** Names of the files. */
  keys: z.array(z.string().regex(/^[\w-]+$/)),
})

export type Manifest = z.infer<typeof manifest>

/** The folder is no backup, or the backup cannot be made or restored. The message tells the operator why. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Durable when it returns, except for its name. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE)
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
  await syncFile(path)
}

/** @throws {BackupError} when there is none that can be read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new BackupError(`${folder} is no complete backup: it has no ${FILE}`)
    throw error
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(`${join(folder, FILE)} is damaged`, { cause: error })
  }
}
