/** HAProxy with the shipped configuration, in front of given nodes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort, programOf } from './programs.ts'
import { temporaryFolder } from './scriptorium.ts'
import { until } from './until.ts'

const CONFIGURATION = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))

const haproxy = programOf('haproxy')

/** Value of `skip` for tests that need a load balancer. */
export const NO_LOAD_BALANCER = haproxy === null && 'haproxy is not installed'

export interface LoadBalancer {
  readonly url: string
  /** Waits until the last change that its health checks reported about a node, by index, is to `UP` or `DOWN`. */
  readonly sees: (node: number, state: 'UP' | 'DOWN') => Promise<void>
}

/**
 * Starts a load balancer, which is killed at the end of the test. Resolves when a node answers through it.
 * @param nodes URLs of nodes
 */
export async function balanceLoad(t: TestContext, nodes: readonly string[]): Promise<LoadBalancer> {
  if (haproxy === null) throw new Error('haproxy is not installed')
  const port = await freePort()
  const servers = nodes.map((url, i) => `  server node${i} ${new URL(url).host}`)
  const configuration = readFileSync(CONFIGURATION, 'utf8')
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace(/^ {2}server-template .*$/m, servers.join('\n'))
  const file = join(temporaryFolder(), 'haproxy.cfg')
  writeFileSync(file, configuration)
  const child = spawn(haproxy, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const exited = once(child, 'exit')
  t.after(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const url = `http://127.0.0.1:${port}`
  const checkRunning = () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`haproxy has ended: ${errors}`)
  }
  const isReady = async () => {
    checkRunning()
    return (await fetch(`${url}/ready`).catch(() => null))?.ok
  }
  await until(isReady)
  return {
    url,
    sees: async (node, state) => {
      const changes = new RegExp(`nodes/node${node} is (UP|DOWN)`, 'g')
      const isSeen = () => {
        checkRunning()
        return [...log.matchAll(changes)].at(-1)?.[1] === state
      }
      await until(isSeen)
    },
  }
}
