/** Clients that generators create from the published description compile, and upload, create and list. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serveAudio } from '../support/audio-server.ts'
import { runService } from '../support/running-service.ts'
import { SILENCE } from '../support/sample.ts'
import { temporaryFolder } from '../support/scriptorium.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const TYPESCRIPT_API = new URL('../support/typescript-api.ts', import.meta.url).href

/**
 * Uploads audio, from a URL too, creates a job, and lists those with its metadata.
 * @returns the name of the file uploaded from the URL, the id of the new job, and the listed ids
 */
type Use = (
  url: string,
  key: string,
  audio: Blob,
  source: string,
) => Promise<{ fetched: string; created: string; listed: string[] }>

/** A `Use` written for the client of each generator, as its documentation shows. */
const USES = {
  'hey-api': `
    import { client } from './hey-api/client.gen.js'
    import { createPreRecorded, listPreRecorded, upload, uploadFromUrl } from './hey-api/sdk.gen.js'
    export default async (url: string, key: string, audio: Blob, source: string) => {
      client.setConfig({ baseUrl: url, auth: key })
      const uploaded = await upload({ body: { audio }, throwOnError: true })
      const fetched = await uploadFromUrl({ body: { audio_url: source }, throwOnError: true })
      const custom_metadata = { user: 'hey api', n: 7 }
      const body = { audio_url: uploaded.data.audio_url, sentences: true, custom_metadata }
      const created = await createPreRecorded({ body, throwOnError: true })
      const query = { limit: 5, status: ['queued' as const, 'processing' as const, 'done' as const], custom_metadata }
      const page = await listPreRecorded({ query, throwOnError: true })
      const { filename } = fetched.data.audio_metadata
      return { fetched: filename, created: created.data.id, listed: page.data.items.map(({ id }) => id) }
    }`,
  'openapi-typescript': `
    import createClient from 'openapi-fetch'
    import type { paths } from './openapi-typescript.js'
    export default async (url: string, key: string, audio: Blob, source: string) => {
      const client = createClient<paths>({ baseUrl: url, headers: { 'x-service-key': key } })
      const uploaded = await client.POST('/v2/upload', {
        body: { audio: 'talk.wav' },
        bodySerializer: ({ audio: name }) => {
          const form = new FormData()
          form.append('audio', audio, name)
          return form
        },
      })
      const audio_url = uploaded.data?.audio_url ?? ''
      const fetched = await client.POST('/v2/upload/url', { body: { audio_url: source } })
      const custom_metadata = { user: 'openapi & fetch', n: 7 }
      const created = await client.POST('/v2/pre-recorded', { body: { audio_url, sentences: true, custom_metadata } })
      const query = { limit: 5, status: ['queued' as const, 'processing' as const, 'done' as const], custom_metadata }
      const page = await client.GET('/v2/pre-recorded', { params: { query } })
      const filename = fetched.data?.audio_metadata.filename
      return { fetched: filename, created: created.data?.id, listed: page.data?.items.map(({ id }) => id) }
    }`,
  orval: `
    import { createPreRecorded, listPreRecorded, upload, uploadFromUrl } from './orval.js'
    export default async (_url: string, key: string, audio: Blob, source: string) => {
      const headers = { 'x-service-key': key }
      const uploaded = await upload({ audio }, { headers })
      if (uploaded.status !== 200) throw new Error(uploaded.data.message)
      const fetched = await uploadFromUrl({ audio_url: source }, { headers })
      if (fetched.status !== 200) throw new Error(fetched.data.message)
      const custom_metadata = { user: 'orval', n: 7 }
      const body = { audio_url: uploaded.data.audio_url, sentences: true, custom_metadata }
      const created = await createPreRecorded(body, { headers })
      if (created.status !== 201) throw new Error(created.data.message)
      const page = await listPreRecorded({ limit: 5, status: ['queued', 'processing', 'done'], custom_metadata }, { headers })
      if (page.status !== 200) throw new Error('no list')
      const { filename } = fetched.data.audio_metadata
      return { fetched: filename, created: created.data.id, listed: page.data.items.map(({ id }) => id) }
    }`,
}

const COMPILER_OPTIONS = {
  target: 'esnext',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  lib: ['esnext', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'compiled',
}

test('clients of three generators compile, and upload, create and list', async (t) => {
  const service = await runService({ ALLOW_PRIVATE_URLS: '1' })
  t.after(async () => service.close())
  const source = await serveAudio(t, SILENCE)
  const folder = temporaryFolder()
  const run = promisify(execFile)
  const node = async (script: string, ...args: string[]) =>
    run(process.execPath, ['--import', TYPESCRIPT_API, join(MODULES, script), ...args], { cwd: folder })

  const description = await fetch(`${service.url}/openapi.json`)
  const heyApi = {
    input: 'openapi.json',
    output: { path: 'hey-api', module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch'],
    logs: { file: false },
  }
  const orval = {
    input: 'openapi.json',
    output: { target: 'orval.ts', client: 'fetch', baseUrl: service.url },
  }
  const files: Record<string, string> = {
    'openapi.json': await description.text(),
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({
      compilerOptions: COMPILER_OPTIONS,
      include: ['*.ts', 'hey-api/**/*.ts'],
    }),
    'openapi-ts.config.mjs': `export default ${JSON.stringify(heyApi)}`,
    'orval.config.mjs': `export default ${JSON.stringify({ client: orval })}`,
    ...Object.fromEntries(Object.entries(USES).map(([name, use]) => [`use-${name}.ts`, use])),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  await symlink(MODULES, join(folder, 'node_modules'))

  await Promise.all([
    node('@hey-api/openapi-ts/dist/run.mjs'),
    node('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'openapi-typescript.ts'),
    node('orval/dist/bin/orval.mjs'),
  ])
  const compiled = await run(process.execPath, [join(MODULES, 'typescript/bin/tsc')], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => assert.fail(stdout),
  )
  assert.equal(compiled.stdout, '')

  for (const name of Object.keys(USES)) {
    const url = pathToFileURL(join(folder, 'compiled', `use-${name}.js`)).href
    const { default: use } = (await import(url)) as { default: Use }
    const { fetched, created, listed } = await use(service.url, service.key, new Blob([SILENCE]), source)
    assert.deepEqual({ fetched, listed }, { fetched: 'talk.wav', listed: [created] }, name)
  }
})
