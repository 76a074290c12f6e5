/** The audio and journals of open live sessions. They grow, so they are copied, not linked. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyWhole, isMissing, syncFolder } from '../files/durable.ts'

/** The journal first: it refers to the audio, never the other way round. What grows meanwhile is as after a crash. */
const FILES = ['journal.jsonl', 'audio.wav']

/** The folders of sessions; none where there is no such folder. */
export async function sessionsIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

/** Copies the folder of a session, unless it has ended meanwhile. */
export async function copySession(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  try {
    for (const name of FILES) await copyWhole(join(from, name), join(to, name))
    await syncFolder(to)
  } catch (error) {
    if (!isMissing(error)) throw error
    await rm(to, { recursive: true })
  }
}
