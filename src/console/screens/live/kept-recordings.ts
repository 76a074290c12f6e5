/** Recordings that are not completely sent, in the browser's database, where they outlive the page. */
import type { CaptureChoice } from './capture.ts'

export interface KeptMark {
  /** In seconds from the start of the recording. */
  readonly time: number
  /** May be empty. */
  readonly note: string
}

export interface SpokenUtterance {
  readonly id: string
  readonly start: number
  readonly text: string
  readonly language: string
  /** Whether it no longer changes. */
  readonly isFinal: boolean
}

export interface KeptRecording {
  /** The id of its session, which is also that of its job. */
  readonly id: string
  /** The URL of the session's socket. */
  readonly url: string
  /** Who started it, and for which account. */
  readonly holder: string | null | undefined
  /** Milliseconds as from `Date.now()`. */
  readonly startedAt: number
  readonly sampleRate: number
  readonly languages: readonly string[]
  readonly choice: CaptureChoice
  readonly marks: readonly KeptMark[]
  /** The position in bytes up to which the service has the audio. */
  readonly acknowledged: number
}

/** The keys are: of audio, its recording and its position in bytes; of final utterances, their recording and id. */
type Store = 'recordings' | 'audio' | 'utterances'
const STORES: readonly Store[] = ['recordings', 'audio', 'utterances']

let database: Promise<IDBDatabase> | null = null

async function opened(): Promise<IDBDatabase> {
  return (database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('scriptorium-live', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('recordings', { keyPath: 'id' })
      request.result.createObjectStore('audio')
      request.result.createObjectStore('utterances')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  }))
}

/** The keys of all entries of a recording, or of those before a position. */
export const keysOf = (id: string, before: number | readonly [] = []): IDBKeyRange =>
  IDBKeyRange.bound([id], [id, before], false, true)

/**
 * Resolves when the changes are stored.
 * @throws {DOMException} QuotaExceededError if there is no space
 */
export async function change(act: (store: (name: Store) => IDBObjectStore) => void): Promise<void> {
  const transaction = (await opened()).transaction(STORES, 'readwrite', { durability: 'relaxed' })
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
    act((name) => transaction.objectStore(name))
  })
}

export async function read<Value>(name: Store, ask: (store: IDBObjectStore) => IDBRequest): Promise<Value> {
  const request = ask((await opened()).transaction(name).objectStore(name))
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result as Value))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })
}

/** The stored recordings, oldest first. */
export async function keptRecordings(): Promise<readonly KeptRecording[]> {
  const all = await read<KeptRecording[]>('recordings', (store) => store.getAll())
  return all.toSorted((a, b) => a.startedAt - b.startedAt)
}

export async function forget(id: string): Promise<void> {
  await change((store) => {
    store('recordings').delete(id)
    for (const name of ['audio', 'utterances'] as const) store(name).delete(keysOf(id))
  })
}

export async function forgetAll(): Promise<void> {
  await change((store) => {
    for (const name of STORES) store(name).clear()
  })
}

/** Bytes of free space; null if the browser does not tell. */
export async function room(): Promise<number | null> {
  if (!window.isSecureContext) return null
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined ? null : quota - (usage ?? 0)
}
