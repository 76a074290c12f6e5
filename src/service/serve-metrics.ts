import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import packageJson from '../../package.json' with { type: 'json' }
import type { Base } from './base.ts'

/**
 * Serves the metrics of this process on a separate port, without a key, until the service has drained.
 * @returns their URL; null if metrics are off
 */
export async function serveMetrics(
  { config, log, store, started }: Base,
  openSessions: () => number,
): Promise<string | null> {
  const { port } = config.metrics
  const { dataDir, scratchDir } = config.storage
  if (port === null) return null
  const { createMetrics } = await import('./prometheus.ts')
  const metrics = createMetrics({
    version: packageJson.version,
    load: async () => store.queue.load(),
    openSessions,
    folders: { data: dataDir, scratch: scratchDir },
  })
  started.defer(() => metrics.close())
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    if (request.method !== 'GET') return void response.writeHead(405, { allow: 'GET' }).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  server.listen(port, config.http.host)
  await once(server, 'listening')
  started.defer(async () => {
    server.closeAllConnections()
    await server[Symbol.asyncDispose]()
  })
  const { address, family, port: bound } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/metrics`
}
