/** Servers on 127.0.0.1 from which a service fetches audio. */
import type { TestContext } from 'node:test'
import { listenHttp } from '../../src/platform/net/testing/loopback-server.ts'

/** @returns the URL of the audio */
export async function serveAudio(
  t: TestContext,
  audio: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { port } = await listenHttp(t, (_request, response) => response.writeHead(200, headers).end(audio))
  return `http://127.0.0.1:${port}/talk.wav`
}

/** Audio that is not sent until the test says so: its jobs stay in processing. */
interface LateAudio {
  readonly url: string
  /** Resolves at the first request. */
  readonly asked: Promise<void>
  /** Sends it, to pending and later requests. */
  readonly answer: () => void
}

export async function serveLateAudio(t: TestContext, audio: Buffer): Promise<LateAudio> {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const { port } = await listenHttp(t, (_request, response) => {
    asked.resolve()
    void answered.promise.then(() => response.end(audio))
  })
  return { url: `http://127.0.0.1:${port}/talk.wav`, asked: asked.promise, answer: answered.resolve }
}
