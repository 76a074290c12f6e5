/** The audio and journals of open sessions. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveFormat } from '../audio/live-format.ts'
import type { KeptLogs } from '../jobs/live.ts'
import type { LiveLogStore } from '../store/live/live-log-store.ts'
import { Journal } from './journal.ts'
import { SessionAudio } from './session-audio.ts'

/** The logs of a session, open on this node. */
export interface SessionLogs {
  readonly audio: SessionAudio
  readonly journal: Journal
  /** Stores again what the database has lost, for example when an asynchronous standby was promoted. */
  restore(): Promise<void>
  /** Resolves once everything is written, and another node may open them. */
  close(): Promise<void>
}

/** Each session has a folder. With a store, it holds a copy of what is in the store while the session is open. */
export class LiveLogs {
  readonly #folder: string
  readonly #store: LiveLogStore | null

  /** @param store keeps the logs in the database; null to keep them only in the folder */
  constructor(folder: string, store: LiveLogStore | null) {
    this.#folder = folder
    this.#store = store
  }

  /** Opens the logs of a session, including what other nodes have written. */
  async open(jobId: string, format: LiveFormat): Promise<SessionLogs> {
    return openIn(join(this.#folder, jobId), format, this.#store?.open(jobId) ?? null)
  }

  /** Removes the logs of a session that has ended. */
  async remove(jobId: string): Promise<void> {
    await this.#store?.remove(jobId)
    await this.#removeFolder(jobId)
  }

  /** Removes the copy of a session that another node may continue. */
  async release(jobId: string): Promise<void> {
    if (this.#store !== null) await this.#removeFolder(jobId)
  }

  /**
   * Cleans up after a crash: removes copies, and the remains of sessions that have ended. Called once at startup.
   * @param isOpen whether this node may open the session
   */
  async recover(isOpen: (jobId: string) => Promise<boolean>): Promise<void> {
    for (const jobId of await readdir(this.#folder))
      if (this.#store !== null || !(await isOpen(jobId))) await this.#removeFolder(jobId)
    await this.removeEnded()
  }

  /** Removes the logs of ended sessions that nodes have left in the store. */
  async removeEnded(): Promise<void> {
    await this.#store?.removeEnded()
  }

  /** Gives up what is not written yet, when the service has to stop while the database is unavailable. */
  giveUp(): void {
    this.#store?.giveUp()
  }

  async #removeFolder(jobId: string): Promise<void> {
    await rm(join(this.#folder, jobId), { recursive: true, force: true })
  }
}

async function openIn(folder: string, format: LiveFormat, kept: KeptLogs | null): Promise<SessionLogs> {
  await mkdir(folder, { recursive: true })
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => kept?.close())
  const journal = await Journal.open(join(folder, 'journal.jsonl'), kept?.journal)
  opened.defer(async () => journal.close())
  const audio = await SessionAudio.open(join(folder, 'audio.wav'), format, kept?.audio)
  opened.defer(async () => audio.close())
  const resources = opened.move()
  const restore = async () => void (await Promise.all([journal.restore(), audio.restore()]))
  return { audio, journal, restore, close: async () => resources.disposeAsync() }
}
