/** A file server with ranges and ETags like those of model hubs, and with faults. */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenHttp, type Test } from '../../platform/net/testing/loopback-server.ts'

/** How the response to one request deviates. */
export interface Fault {
  /** Answers with this status and nothing else. */
  readonly status?: number
  /** Redirects to this path. */
  readonly redirect?: string
  /** Breaks the connection after this many bytes of the response; bytes that the client has not read by then may be lost. */
  readonly breakAfter?: number
  /** The same, but only after the client has confirmed them: see {@link FileServer.received}. */
  readonly breakOnceReceived?: number
  /** Serves these bytes from now on. */
  readonly change?: Buffer
  /** Ignores ranges. */
  readonly ignoreRange?: boolean
  /** Ignores `if-range`, and sends no ETag. */
  readonly noEtag?: boolean
  /** Sends no content-length. */
  readonly noLength?: boolean
}

/** How every response for a path deviates. */
export interface Special {
  readonly headers?: Readonly<Record<string, string>>
  /** Redirects to this URL. */
  readonly redirect?: string
  /** Answers with 401 without this header. */
  readonly authorization?: string | undefined
}

export interface FileServer {
  readonly url: string
  /** Path, `range` and `authorization` of each request so far; null if it had none. */
  readonly requests: { path: string; range: string | null; authorization: string | null }[]
  /** Confirms that the client has this many bytes of its file. */
  received(bytes: number): void
}

/**
 * Listens until the test ends.
 * @param files - by path, such as "/a/b"
 * @param faults - one per request in turn; later requests have none
 * @param specials - by path
 */
export async function serveFiles(
  t: Test,
  files: Readonly<Record<string, Buffer>>,
  faults: readonly Fault[] = [],
  specials: Readonly<Record<string, Special>> = {},
): Promise<FileServer> {
  const served = new Map(Object.entries(files))
  const requests: FileServer['requests'] = []
  let held: { readonly response: ServerResponse; readonly at: number } | undefined
  const { port } = await listenHttp(t, (request, response) => {
    const path = request.url ?? ''
    const fault = faults[requests.length] ?? {}
    const { range = null, authorization = null } = request.headers
    const special = specials[path] ?? {}
    requests.push({ path, range, authorization })
    if (fault.change !== undefined) served.set(path, fault.change)
    const bytes = served.get(path)
    const redirect = fault.redirect ?? special.redirect
    for (const [name, value] of Object.entries(special.headers ?? {})) response.setHeader(name, value)
    if (special.authorization !== undefined && authorization !== special.authorization)
      response.writeHead(401).end('Access to it is restricted.')
    else if (redirect !== undefined) response.writeHead(302, { location: redirect }).end()
    else if (bytes === undefined || fault.status !== undefined)
      response.writeHead(fault.status ?? 404).end('This is not the file.')
    else {
      const from = answer(request, response, bytes, fault)
      if (fault.breakOnceReceived !== undefined) held = { response, at: from + fault.breakOnceReceived }
    }
  })
  const received = (bytes: number) => {
    if (held !== undefined && bytes >= held.at) held.response.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, requests, received }
}

/** @returns the position in the file at which the response begins */
function answer(request: IncomingMessage, response: ServerResponse, file: Buffer, fault: Fault): number {
  const etag = `"${createHash('md5').update(file).digest('hex')}"`
  if (fault.noEtag !== true) response.setHeader('etag', etag)
  const ifRange = request.headers['if-range']
  const isSame = fault.noEtag === true || ifRange === undefined || ifRange === etag
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
  const from = range !== null && isSame && fault.ignoreRange !== true ? Number(range[1]) : null
  if (from !== null && from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    return file.length
  }
  const bytes = file.subarray(from ?? 0)
  if (from !== null) {
    response.statusCode = 206
    response.setHeader('content-range', `bytes ${from}-${file.length - 1}/${file.length}`)
  }
  if (fault.noLength !== true) response.setHeader('content-length', bytes.length)
  if (fault.breakOnceReceived !== undefined) response.write(bytes.subarray(0, fault.breakOnceReceived))
  else if (fault.breakAfter === undefined) response.end(bytes)
  else response.write(bytes.subarray(0, fault.breakAfter), () => response.socket?.destroySoon())
  return from ?? 0
}
