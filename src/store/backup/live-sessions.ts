/** Copies the audio and journals of open live sessions. They are not linked, because they grow. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyWhole, syncFolder } from '../../platform/files/durable.ts'
import { isMissing, nullIfMissing } from '../../platform/files/if-present.ts'

/** The journal is copied first, because it refers to the audio. If they grow meanwhile, the copy is like the state after a crash. */
const FILES = ['journal.jsonl', 'audio.wav']

/** The names of the session folders in a folder, which need not exist. */
export async function sessionsIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}

/**
 * Copies the folder of a session, durably.
 * @returns false, with nothing copied, if one of its files is missing, because the session has ended meanwhile
 */
export async function copySession(from: string, to: string): Promise<boolean> {
  await mkdir(to, { recursive: true })
  try {
    for (const name of FILES) await copyWhole(join(from, name), join(to, name))
    await syncFolder(to)
    return true
  } catch (error) {
    if (!isMissing(error)) throw error
    await rm(to, { recursive: true })
    return false
  }
}
