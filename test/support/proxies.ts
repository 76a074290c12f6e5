/** The proxies with shipped configurations, in front of a service, with HTTPS for `localhost`. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from '../../src/platform/net/testing/loopback-server.ts'
import { descendantsOf, signalAll } from './process-table.ts'
import { freePort, programOf } from './programs.ts'
import { temporaryFolder } from './scriptorium.ts'
import { until } from './until.ts'

/** Paths of PEM files. */
export interface Certificate {
  readonly certificate: string
  readonly key: string
  /** Both in one file. */
  readonly both: string
}

interface Setup extends Certificate {
  /** Host and port of the service. */
  readonly service: string
  readonly http: number
  readonly https: number
  readonly folder: string
  /** The shipped file, with the host name and the service replaced. */
  readonly shipped: string
}

interface Kind {
  readonly name: 'nginx' | 'Caddy' | 'HAProxy'
  readonly program: string | null
  /** In `deploy/`. */
  readonly file: string
  /** Writes its files. @returns arguments with which it stays in the foreground */
  readonly configure: (setup: Setup) => string[]
  /** Reloads as its documentation says. Resolves when new connections get the new configuration. */
  readonly reload: (pid: number, setup: Setup) => Promise<void>
  /** Whether a reload leaves live sessions connected; otherwise, their clients reconnect. */
  readonly keepsSessions: boolean
}

const replaced = (text: string, replacements: Readonly<Record<string, string>>): string => {
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`the shipped configuration has no "${from}"`)
    text = text.replaceAll(from, to)
  }
  return text
}

const childrenOf = (pid: number): number[] => descendantsOf(pid).map((child) => child.pid)

export const KINDS: readonly Kind[] = [
  {
    name: 'nginx',
    program: programOf('nginx'),
    file: 'nginx.conf',
    configure: ({ folder, shipped, http, https, certificate, key }) => {
      const site = replaced(shipped.replaceAll(/^ *listen \[::\].*\n/gm, ''), {
        'listen 80;': `listen 127.0.0.1:${http};`,
        'listen 443 ': `listen 127.0.0.1:${https} `,
        '/etc/letsencrypt/live/localhost/fullchain.pem': certificate,
        '/etc/letsencrypt/live/localhost/privkey.pem': key,
      })
      writeFileSync(join(folder, 'site.conf'), site)
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      )
      const main = join(folder, 'nginx.conf')
      writeFileSync(
        main,
        `daemon off; pid ${folder}/pid; error_log stderr; worker_processes 2; events {}
        http { access_log off; ${temporary.join(' ')} include ${folder}/site.conf; }`,
      )
      return ['-e', 'stderr', '-c', main]
    },
    reload: async (pid) => {
      const workers = childrenOf(pid)
      process.kill(pid, 'SIGHUP')
      const isLeaving = (worker: number) => {
        try {
          return readFileSync(`/proc/${worker}/cmdline`, 'utf8').includes('shutting down')
        } catch {
          return true // it has exited
        }
      }
      await until(() => workers.every(isLeaving))
    },
    keepsSessions: true,
  },
  {
    name: 'Caddy',
    program: programOf('caddy'),
    file: 'Caddyfile',
    configure: ({ folder, shipped, http, https, certificate, key }) => {
      const file = join(folder, 'Caddyfile')
      const options = `{
	admin unix/${folder}/admin
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
}
`
      writeFileSync(
        file,
        options + replaced(shipped, { 'localhost {\n': `localhost {\n\ttls ${certificate} ${key}\n` }),
      )
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
    reload: async (_pid, { folder }) => {
      const file = join(folder, 'Caddyfile')
      const address = ['--address', `unix/${folder}/admin`]
      const child = spawn(
        programOf('caddy') ?? '',
        ['reload', '--force', '--adapter', 'caddyfile', '--config', file, ...address],
        { stdio: 'ignore' },
      )
      const [code] = (await once(child, 'exit')) as [number | null]
      if (code !== 0) throw new Error(`caddy reload ended with ${code}`)
    },
    keepsSessions: false,
  },
  {
    name: 'HAProxy',
    program: programOf('haproxy'),
    file: 'haproxy.cfg',
    configure: ({ folder, shipped, service, http, https }) => {
      const file = join(folder, 'haproxy.cfg')
      const configuration = replaced(shipped, {
        'bind :8080': `bind 127.0.0.1:${http}`,
        'bind :8443': `bind 127.0.0.1:${https}`,
        'server-template serve 16 serve:8080 resolvers docker init-addr none': `server node ${service}`,
      })
      writeFileSync(file, configuration)
      return ['-W', '-db', '-f', file]
    },
    reload: async (pid) => {
      const workers = childrenOf(pid)
      process.kill(pid, 'SIGUSR2')
      await until(() => childrenOf(pid).some((worker) => !workers.includes(worker)))
    },
    keepsSessions: true,
  },
]

/** Creates a certificate for `localhost` with OpenSSL, valid for a day. */
export function certify(): Certificate {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const [certificate, key, both] = ['certificate.pem', 'key.pem', 'both.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync('openssl', ['req', '-x509', '-days', '1', ...curve, ...name, '-keyout', key, '-out', certificate], { stdio: 'ignore' }) // oxfmt-ignore
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'))
  return { certificate, key, both }
}

export interface Proxy {
  /** `https://localhost:<port>` */
  readonly url: string
  /** The URL that it redirects to HTTPS. */
  readonly http: string
  reload(): Promise<void>
  /** Its processes. */
  processes(): number[]
}

/**
 * Starts a proxy with the shipped configuration, which is killed at the end of the test. Resolves when the service answers through it.
 * @param url of the service
 */
export async function startProxy(t: Test, kind: Kind, url: string, files: Certificate): Promise<Proxy> {
  if (kind.program === null) throw new Error(`${kind.name} is not installed`)
  const folder = temporaryFolder()
  // The nginx processes that serve clients belong to another user.
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'home'))
  const service = new URL(url).host
  const path = fileURLToPath(new URL(`../../deploy/${kind.file}`, import.meta.url))
  const text = readFileSync(path, 'utf8')
  const shipped = text
    .replaceAll('transcripts.example.com', 'localhost')
    .replaceAll('127.0.0.1:8080', service)
  const setup = { ...files, folder, service, shipped, http: await freePort(), https: await freePort() }
  const child = spawn(kind.program, kind.configure(setup), {
    env: { PATH: process.env['PATH'], HOME: join(folder, 'home'), CERTIFICATE: files.both },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (more: string) => (stderr += more))
  const exited = once(child, 'exit')
  const { pid = Number.NaN } = child
  t.after(async () => {
    signalAll([{ pid }, ...descendantsOf(pid)], 'SIGKILL')
    await exited
  })
  const proxy = `https://localhost:${setup.https}`
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${kind.name} has ended: ${stderr}`)
    return (await fetch(`${proxy}/ready`).catch(() => null))?.ok
  })
  return {
    url: proxy,
    http: `http://localhost:${setup.http}`,
    reload: async () => kind.reload(pid, setup),
    processes: () => [pid, ...childrenOf(pid)],
  }
}
