/** The API behind the link of this page. */
import type { SharedTranscript } from '../../contract/shares.ts'

/** Base of the pages of links: the bundle is in `assets/` below it. */
const BASE = new URL('..', import.meta.url)

const [token = ''] = location.pathname.slice(BASE.pathname.length).split('/')

/** Milliseconds until a request for something that is not ready is repeated. */
const RETRY_MS = 2_000

/** @param name of a shared part, such as `audio` */
export const urlOf = (name: string): string => new URL(`${token}/${name}`, BASE).href

/** Sends a request, and repeats it while it is rate-limited or its target is being prepared. @throws {Error} if it is refused */
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

/** @throws {Error} if the link is not valid, or the service cannot be reached */
export async function loadTranscript(): Promise<SharedTranscript> {
  return (await send('transcript')).json() as Promise<SharedTranscript>
}

/** Tells the service that the page was opened. */
export async function noteOpened(): Promise<void> {
  await send('opened', { method: 'POST' })
}

/** Waits until the audio is ready. @throws {Error} if there is none */
export async function audioReady(): Promise<void> {
  const response = await send('audio', { headers: { range: 'bytes=0-0' } })
  await response.body?.cancel()
}
