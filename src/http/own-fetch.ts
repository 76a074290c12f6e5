import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Headers that identify the caller, the client and the trace. */
const CARRIED = [
  ...['authorization', 'host', 'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
  ...['user-agent', 'traceparent', 'tracestate'],
]

/**
 * A `fetch` that sends requests to this server itself, without a socket, on behalf of the client that sent `request`: with its key,
 * address and limits.
 */
export function ownFetch(
  app: FastifyInstance,
  { headers, socket }: FastifyRequest,
  keyHeaders: readonly string[],
): typeof fetch {
  const names = [...CARRIED, ...keyHeaders]
  const carried = Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
  return async (input, init = {}) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...carried, ...Object.fromEntries(new Headers(init.headers)) },
      ...(typeof init.body === 'string' && { payload: init.body }),
      ...(init.signal != null && { signal: init.signal }),
      remoteAddress: socket.remoteAddress ?? '',
    })
    const pairs = Object.entries(answered).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(rawPayload.length === 0 ? null : new Uint8Array(rawPayload), {
      status: statusCode,
      headers: pairs,
    })
  }
}
