import type { FastifyInstance } from 'fastify'

/**
 * Reads `Forwarded` (RFC 7239) as the `X-Forwarded-*` headers that Fastify knows, which it believes only from trusted
 * proxies. A proxy that sends those may pass on the `Forwarded` of its client: then it does not count.
 */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const { forwarded } = headers
    if (forwarded !== undefined && !headers['x-forwarded-host'] && !headers['x-forwarded-proto']) {
      // The last element is of the nearest proxy.
      for (const pair of forwarded.split(',').at(-1)?.split(';') ?? []) {
        const [, name, quoted, token] = /^(host|proto)=(?:"(.*)"|(.*))$/i.exec(pair.trim()) ?? []
        if (name !== undefined) headers[`x-forwarded-${name.toLowerCase()}`] = quoted ?? token
      }
    }
    done()
  })
}
