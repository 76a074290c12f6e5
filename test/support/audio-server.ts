/** Servers on this machine that a service fetches audio from. */
import type { TestContext } from 'node:test'
import { listenHttp } from '../../src/net/testing/loopback-server.ts'

/** Gives the URL of an audio. */
export async function serveAudio(
  t: TestContext,
  audio: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { port } = await listenHttp(t, (_request, response) => response.writeHead(200, headers).end(audio))
  return `http://127.0.0.1:${port}/talk.wav`
}

/** An audio that keeps whoever asks for it waiting: the jobs about it are in the middle of being worked on. */
interface LateAudio {
  readonly url: string
  /** Settles when somebody asks for it. */
  readonly asked: Promise<void>
  /** From now on it is given. */
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
