/** What the link of this page leads to. */
import type { SharedTranscript } from '../../contract/shares.ts'

/** Where the pages of links are: the bundle is in `assets/` below it. */
const BASE = new URL('..', import.meta.url)

const [token = ''] = location.pathname.slice(BASE.pathname.length).split('/')

/** Milliseconds until something is asked for again that is not there yet. */
const RETRY_MS = 2_000

/** @param name of a part of what is shared, such as `audio` */
export const urlOf = (name: string): string => new URL(`${token}/${name}`, BASE).href

/** Sends a request, again while too many others do or what is asked for is being made. @throws {Error} when it is refused */
async function send(name: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    const response = await fetch(urlOf(name), { ...init, credentials: 'omit' })
    if (response.status !== 202 && response.status !== 429) {
      if (response.ok) return response
      throw new Error(((await response.json()) as { message: string }).message)
    }
    await response.body?.cancel()
    const seconds = response.status === 429 ? Number(response.headers.get('retry-after')) : 0
    await new Promise((resolve) => setTimeout(resolve, Math.max(RETRY_MS, seconds * 1000)))
  }
}

/** @throws {Error} when the link shows nothing, or the service cannot be reached */
export async function loadTranscript(): Promise<SharedTranscript> {
  return (await send('transcript')).json() as Promise<SharedTranscript>
}

/** Says that somebody has opened the page. */
export async function noteOpened(): Promise<void> {
  await send('opened', { method: 'POST' })
}

/** Waits until the audio is there. @throws {Error} when there is none */
export async function audioReady(): Promise<void> {
  const response = await send('audio', { headers: { range: 'bytes=0-0' } })
  await response.body?.cancel()
}
