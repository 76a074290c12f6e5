import type { FastifyInstance } from 'fastify'

/**
 * Translates `Forwarded` (RFC 7239) into the `X-Forwarded-*` headers that Fastify understands, and accepts only from trusted proxies.
 * If those headers are present, `Forwarded` is ignored: the proxy that sent them may have passed on the `Forwarded` of its client.
 */
export function readForwarded(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const { forwarded } = headers
    if (forwarded !== undefined && !headers['x-forwarded-host'] && !headers['x-forwarded-proto']) {
      // The nearest proxy adds the last element.
      for (const pair of forwarded.split(',').at(-1)?.split(';') ?? []) {
        const [, name, quoted, token] = /^(host|proto)=(?:"(.*)"|(.*))$/i.exec(pair.trim()) ?? []
        if (name !== undefined) headers[`x-forwarded-${name.toLowerCase()}`] = quoted ?? token
      }
    }
    done()
  })
}
