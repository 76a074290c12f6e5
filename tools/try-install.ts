/**
 * `npm run test:install` packs Scriptorium, installs the package globally into an empty folder, and runs it: `scriptorium transcribe`, and
 * `scriptorium serve` with a job, the console and the reference. It needs the npm registry, and leaves nothing behind.
 *
 * - With `-- --unpack`, it unpacks the package instead and uses the dependencies of this checkout, without the registry.
 * - With `-- --checkout`, it clones the last commit instead and runs the README's first command.
 *
 * On Linux, INSTALL_NPM and INSTALL_NODE select the versions to use, such as 10.8 and 20. Default: those that run this script.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openAsBlob, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SAMPLE = join(ROOT, 'samples/welcome.wav')
const SPOKEN = /every recording that you send becomes a transcript/i
const KEY = 'key-of-try-install'

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-install-'))
const env = await environment(process.env['INSTALL_NODE'], process.env['INSTALL_NPM'])
try {
  await run('npm', ['--version'])
  await run('node', ['--version'])
  if (process.argv.includes('--checkout')) await tryCheckout()
  else await tryPackage()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function tryCheckout(): Promise<void> {
  const clone = join(folder, 'clone')
  await run('git', ['clone', '--quiet', ROOT, clone])
  const { stderr } = await run('npm', ['ci'], clone)
  assert.doesNotMatch(stderr, /EBADENGINE/)
  const { stdout } = await run('npm', ['run', 'demo', '--', '--once'], clone)
  assert.match(stdout, SPOKEN)
}

async function tryPackage(): Promise<void> {
  await run('npm', ['pack', '--pack-destination', folder], ROOT)
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  const isUnpacked = process.argv.includes('--unpack')
  const commands = await (isUnpacked ? unpack : install)(join(folder, tarball))
  env['PATH'] = [commands, env['PATH']].join(delimiter)
  const { stdout } = await run('scriptorium', ['transcribe', SAMPLE])
  assert.match(stdout, SPOKEN)
  // Whisper instead of Moonshine.
  await run('scriptorium', ['transcribe', '--language', 'de', SAMPLE])
  await tryService()
}

/** Returns the folder with the command, like {@link unpack}. */
async function install(tarball: string): Promise<string> {
  const prefix = join(folder, 'prefix')
  await run('npm', ['install', '--global', '--prefix', prefix, '--no-audit', tarball])
  await run('du', ['-sm', prefix])
  return join(prefix, 'bin')
}

async function unpack(tarball: string): Promise<string> {
  // Node.js strips no types below node_modules, which this tests.
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  await run('tar', ['-xf', tarball, '-C', modules])
  symlinkSync(join(ROOT, 'node_modules'), join(modules, 'package/node_modules'))
  const commands = join(folder, 'bin')
  mkdirSync(commands)
  symlinkSync(join(modules, 'package/bin/scriptorium.cjs'), join(commands, 'scriptorium'))
  return commands
}

async function tryService(): Promise<void> {
  const child = spawn('scriptorium', ['serve'], {
    cwd: folder,
    env: { ...env, SERVICE_KEY: KEY, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await urlOf(child)
    const call = async (
      path: string,
      init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
    ) => {
      const response = await fetch(`${url}${path}`, {
        ...init,
        headers: { 'x-service-key': KEY, ...init.headers },
      })
      assert.ok(response.ok, `${path} answered ${response.status}: ${await response.clone().text()}`)
      return response
    }
    await call('/health')
    for (const place of ['/console', '/docs']) {
      const page = await (await call(place, { headers: { accept: 'text/html' } })).text()
      const [, script] = /src="([^"]+\.js)"/.exec(page) ?? []
      assert.ok(script, page)
      const { pathname } = new URL(script, `${url}${place}`)
      const text = await (await call(pathname)).text()
      // The guides of the reference.
      const guides = [...text.matchAll(/"(\.\/[\w-]+\.md)"/g)].map(([, guide = '']) => guide)
      assert.equal(guides.length > 0, place === '/docs')
      for (const guide of guides) await call(new URL(guide, `${url}${pathname}`).pathname)
    }

    const body = new FormData()
    body.append('audio', await openAsBlob(SAMPLE), 'welcome.wav')
    const { audio_url } = (await (await call('/v2/upload', { method: 'POST', body })).json()) as {
      audio_url: string
    }
    // The models of voices and of texts, and the data of rules.
    const request = {
      audio_url,
      diarization: true,
      summarization: true,
      sentiment_analysis: true,
      named_entity_recognition: true,
      name_consistency: true,
      language_config: { languages: ['en'] },
    }
    const headers = { 'content-type': 'application/json' }
    const created = await call('/v2/pre-recorded', { method: 'POST', headers, body: JSON.stringify(request) })
    const { id } = (await created.json()) as { id: string }
    for (let status = ''; status !== 'done'; await delay(500)) {
      const job = (await (await call(`/v2/pre-recorded/${id}`)).json()) as { status: string; result: unknown }
      status = job.status
      const failure = status === 'error' || /"success":false.*?}/.exec(JSON.stringify(job.result))?.[0]
      assert.ok(!failure, `${status}: ${failure}`)
    }
    console.log('          a job with enrichments is done')
  } finally {
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  }
}

/** Resolves with the service's URL once it listens. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface(stdout!)) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string }
    if (msg !== 'listening' || url === undefined) continue
    stdout!.resume()
    return url
  }
  throw new Error('the service ended before it listened')
}

/** The environment without the Node.js and the modules of this checkout. */
async function environment(node: string | undefined, npm: string | undefined): Promise<NodeJS.ProcessEnv> {
  const given = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !path.includes('node_modules'))
  const others = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE$|INIT_CWD$)/.test(name))
  const clean = { ...Object.fromEntries(others), PATH: given.join(delimiter) }
  if (node === undefined && npm === undefined) return clean
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  const wanted = [
    ...(node === undefined ? [] : [`node@npm:node-linux-${process.arch}@${node}`]),
    ...(npm === undefined ? [] : [`npm@${npm}`]),
  ]
  await promisify(execFile)(
    'npm',
    ['install', '--prefix', tools, '--no-audit', '--loglevel=error', ...wanted],
    { env: clean },
  )
  return { ...clean, PATH: [join(tools, 'node_modules/.bin'), clean.PATH].join(delimiter) }
}

async function run(
  command: string,
  args: string[],
  cwd = folder,
): Promise<{ stdout: string; stderr: string }> {
  const started = performance.now()
  const { stdout, stderr } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 64e6 })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${seconds.padStart(6)} s  ${command} ${args.join(' ')}  ${stdout.trim().split('\n').at(-1)}`)
  return { stdout, stderr }
}
