/** Checks of the ports that the service listens on. */
import { API_PORT } from '../../service/config/http.ts'
import type { Config } from '../../service/config.ts'
import { errorBody } from '../../contract/error.ts'
import { health } from '../../contract/health.ts'
import { isPortFree } from '../../platform/net/free-port.ts'
import { fail, type Finding, ok } from './finding.ts'

const ANSWER_MS = 3_000

export async function apiPort({ http, nodes }: Config): Promise<Finding> {
  const { host, port } = http
  if (port === null && !nodes.roles.includes('serve')) return ok('none without the role serve')
  return portFinding(host, port ?? API_PORT, {
    name: 'PORT',
    path: '/health',
    isOurs: async (answer) => health.or(errorBody).safeParse(await answer.json()).success,
  })
}

export async function metricsPort({ http, metrics }: Config): Promise<Finding> {
  if (metrics.port === null) return ok('off')
  return portFinding(http.host, metrics.port, {
    name: 'METRICS_PORT',
    path: '/metrics',
    isOurs: async (answer) => (await answer.text()).includes('scriptorium_'),
  })
}

interface Port {
  /** The environment variable that sets it. */
  readonly name: string
  /** A path that the service answers. */
  readonly path: string
  readonly isOurs: (answer: Response) => Promise<boolean>
}

async function portFinding(host: string, port: number, { name, path, isOurs }: Port): Promise<Finding> {
  if (port === 0) return ok('any free port')
  const place = `${host}:${port}`
  const remedy = `set HOST to an address of this machine, and ${name} to a free port`
  try {
    if (await isPortFree(port, host)) return ok(`${place} is free`)
  } catch (error) {
    return fail(`cannot listen on ${place}: ${(error as Error).message}`, remedy)
  }
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}${path}`
  const answered = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    .then(isOurs)
    .catch(() => false)
  if (answered) return ok(`${place} is used by this service`)
  return fail(
    `${place} is used by another program, or by a service that does not respond`,
    `stop it, or set ${name} to a free port`,
  )
}
