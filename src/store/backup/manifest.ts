/** The description of a backup. It is written last, so a folder without a manifest is not a complete backup. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFile } from '../../platform/files/durable.ts'
import { isMissing } from '../../platform/files/if-present.ts'

const FILE = 'manifest.json'

const manifest = z.object({
  /** Version of the program. */
  version: z.string(),
  /** The newest migration of the database. */
  schema: z.string(),
  /** The backup contains everything that was acknowledged before. */
  started_at: z.iso.datetime(),
  completed_at: z.iso.datetime(),
  database: z.object({ bytes: z.number(), sha256: z.string() }),
  /** Received audio and derived files. */
  audio: z.object({ files: z.number(), bytes: z.number() }),
  /** Ids of the jobs whose live sessions were open. */
  live_sessions: z.array(z.string()),
  /** Names of key files. */
  keys: z.array(z.string().regex(/^[\w-]+$/)),
})

export type Manifest = z.infer<typeof manifest>

/** A backup cannot be made, read or restored. The message tells the operator why. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** Durable on return, except for its name. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const path = join(folder, FILE)
  await writeFile(path, `${JSON.stringify(content, null, 2)}\n`)
  await syncFile(path)
}

/** @throws {BackupError} if the manifest is missing or damaged */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, FILE), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new BackupError(`${folder} is not a complete backup: it has no ${FILE}`)
    throw error
  })
  try {
    return manifest.parse(JSON.parse(text))
  } catch (error) {
    throw new BackupError(`${join(folder, FILE)} is damaged`, { cause: error })
  }
}
