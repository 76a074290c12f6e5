/** Replies of a server in tests, most of them faulty. */
import type { ServerResponse } from 'node:http'

export type Reply = (response: ServerResponse) => void

/** Replies with an error in the format of OpenAI. */
export function fails(status: number, message = 'no', headers: Record<string, string> = {}): Reply {
  return sends(JSON.stringify({ error: { message } }), status, headers)
}

export function sends(body: string, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}

/** Never replies. */
export const hangs: Reply = () => {}

/** Sends an endless response, one space at a time. */
export const drips: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 5)
  response.once('close', () => clearInterval(timer))
}

/** Closes the connection before the response. */
export const resets: Reply = (response) => void response.socket?.resetAndDestroy()

/** Closes the connection in the middle of the response. */
export const breaksOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"choices": [', () => response.socket?.destroy())
}
