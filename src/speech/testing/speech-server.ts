/** A server on 127.0.0.1 with OpenAI's `POST /v1/audio/transcriptions`, for tests. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listenHttp, type Test } from '../../platform/net/testing/loopback-server.ts'
import { type Reply, sends } from '../../platform/net/testing/replies.ts'

export interface SpeechRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly fields: FormData
  /** Empty if the request has none. */
  readonly prompt: string
  /** Mono, 16 kHz. */
  readonly samples: Float32Array
}

export interface TestSpeechServer {
  /** For SPEECH_URL. */
  readonly url: string
  /** All requests received, in order. */
  readonly requests: readonly SpeechRequest[]
  /** Resolves when every connection accepted so far is closed. */
  closed(): Promise<void>
}

/** @param replyTo returns the reply to a request; awaiting something in it delays the reply */
export async function speechServer(
  t: Test,
  replyTo: (request: SpeechRequest) => Reply | Promise<Reply>,
): Promise<TestSpeechServer> {
  const requests: SpeechRequest[] = []
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await received(incoming)
    requests.push(request)
    const reply = await replyTo(request)
    reply(response)
  }
  const server = await listenHttp(t, (incoming, response) => void answer(incoming, response))
  return { url: `http://127.0.0.1:${server.port}/v1`, requests, closed: () => server.closed() }
}

/** Replies with a transcription. */
export function transcribes(answer: object): Reply {
  return sends(JSON.stringify(answer))
}

async function received(incoming: IncomingMessage): Promise<SpeechRequest> {
  const { url: path = '', headers } = incoming
  const body = new Uint8Array(await buffer(incoming))
  const type = { headers: { 'content-type': headers['content-type'] ?? '' } }
  const fields = await new Response(body, type).formData()
  const file = fields.get('file')
  const prompt = fields.get('prompt')
  if (!(file instanceof File)) throw new Error('There is no file')
  const wav = Buffer.from(await file.arrayBuffer())
  const pcm = new Int16Array(new Uint8Array(wav.subarray(wav.indexOf('data') + 8)).buffer)
  return {
    path,
    headers,
    fields,
    prompt: typeof prompt === 'string' ? prompt : '',
    samples: new Float32Array(pcm).map((sample) => sample / 32_768),
  }
}
