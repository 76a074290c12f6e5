/** A chat completions server on 127.0.0.1 for tests, with scripted replies and failures. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { text } from 'node:stream/consumers'
import { listenHttp } from '../../../platform/net/testing/loopback-server.ts'
import { sends } from '../../../platform/net/testing/replies.ts'

export interface ChatRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly [field: string]: unknown
  }
}

export type Reply = (response: ServerResponse, request: ChatRequest) => void

export interface TestChatServer {
  /** For LLM_URL. */
  readonly url: string
  readonly port: number
  /** All requests received, in order. */
  readonly requests: readonly ChatRequest[]
  /** Resolves when every connection accepted so far is closed. */
  closed(): Promise<void>
}

/** @param replies to the first request, the second and so on; the last one is repeated */
export async function chatServer(t: TestContext, ...replies: readonly Reply[]): Promise<TestChatServer> {
  const requests: ChatRequest[] = []
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(incoming)) as ChatRequest['body']
    const request = { path: incoming.url ?? '', headers: incoming.headers, body }
    const reply = replies[Math.min(requests.length, replies.length - 1)]
    requests.push(request)
    reply?.(response, request)
  }
  const server = await listenHttp(t, (incoming, response) => void answer(incoming, response))
  const { port } = server
  return { url: `http://127.0.0.1:${port}/v1`, port, requests, closed: () => server.closed() }
}

/** Replies with a chat completion of this text, or of this value as JSON. */
export function says(answer: unknown, finishReason = 'stop'): Reply {
  const content = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return sends(completion(content, finishReason))
}

/** Replies with a chat completion computed from the request. */
export function answers(make: (request: ChatRequest) => unknown): Reply {
  return (response, request) => says(make(request))(response, request)
}

function completion(content: string, finishReason: string): string {
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finishReason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  })
}
