/** The commands that use a server, run in this process against a real one. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, suite, test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { Job } from '../clients/typescript/src/index.ts'
import { EXPORT_FORMAT_NAMES } from '../src/contract/export-formats.ts'
import { listenHttp } from '../src/platform/net/testing/loopback-server.ts'
import { TestEndpoint } from './support/callback-endpoint.ts'
import { addDeliveries } from './support/console-deliveries.ts'
import { addTalk, fillWithConsoleJobs } from './support/console-jobs.ts'
import { readable, remoteCommands, shown } from './support/remote-commands.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { temporaryFolder } from './support/scriptorium.ts'

const JOBS = 27
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let service: RunningService
let talk = ''
const folder = temporaryFolder()

before(async () => {
  service = await runService({ ALLOW_PRIVATE_URLS: '1' }, async (store, dialect) => {
    await fillWithConsoleJobs(store, JOBS)
    talk = await addTalk(store, '会議の録音、第二回、とても長い名前のファイル.wav')
    await addDeliveries(store, dialect, { url: 'http://127.0.0.1:1/hook', count: 5 })
  })
})
after(async () => service.close())

const { begin, run, lines } = remoteCommands(() => service, folder)

suite('scriptorium login', () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'login') }
  const file = join(env.XDG_CONFIG_HOME, 'scriptorium', 'login.json')

  test('stores a key that the server accepts, readable by this user only, until logout', async () => {
    const refused = await run(['login', '--url', service.url, '--key-stdin'], { env, input: 'wrong\n' })
    assert.deepEqual([refused.code, existsSync(file)], [1, false])
    assert.match(refused.err, /^invalid service key: .*; log in with "scriptorium login".*\n$/)
    const login = await run(['login', '--url', `${service.url}/`, '--key-stdin'], {
      env,
      input: `${service.key}\n`,
    })
    assert.deepEqual([login.code, login.out], [0, ''])
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.equal((await run(['jobs', 'list'], { env })).code, 0)

    const elsewhere = await run(['jobs', 'list', '--url', 'http://127.0.0.1:2'], { env })
    assert.equal(elsewhere.code, 2, 'the key is for its server only')
    assert.match(elsewhere.err, /^there is no key for http:\/\/127\.0\.0\.1:2: run "scriptorium login"/)
    assert.equal((await run(['logout'], { env })).code, 0)
    assert.equal((await run(['jobs', 'list', '--url', service.url], { env })).code, 2)
  })

  test('prompts on a terminal without showing the key', async () => {
    const terminal = begin(['login'], { env, columns: 80, input: null })
    await shown(terminal.stderr, /Server \[.*\]: /)
    terminal.stdin.write(`${service.url}\r`)
    await shown(terminal.stderr, /Key: /)
    terminal.stdin.write(`${service.key}\r`)
    const { code, err } = await terminal.ended
    assert.equal(code, 0)
    assert.match(err, /Logged in to /)
    assert.ok(!err.includes(service.key))
    assert.equal((await run(['usage'], { env })).code, 0)

    const interrupted = begin(['login', '--url', service.url], { env, columns: 80, input: null })
    await shown(interrupted.stderr, /Key: /)
    interrupted.stdin.write('\u0003')
    assert.equal((await interrupted.ended).code, 130)
    assert.equal((await run(['login'], { env })).code, 2, 'nobody can be prompted')
  })
})

suite('scriptorium jobs', () => {
  test('lists jobs in a table that fits the terminal', async () => {
    const { out, err } = await run(['jobs', 'list', '--status', 'done'], { columns: 80 })
    assert.match(err, /newest 20; --limit and --all print more/)
    const most = await run(['jobs', 'list', '--status', 'done', '--limit', '22'], { columns: 80 })
    assert.equal(most.err, '', 'there are no more')
    const [titles, first = ''] = out.split('\n')
    assert.match(titles ?? '', /^ID {36}STATUS {6}AGE {5}LENGTH {3}NAME$/)
    assert.match(first, new RegExp(`^${talk}  done`))
    assert.ok(first.endsWith('…'))
    assert.ok(first.length < 80, 'wide characters take two columns')
    const piped = await run(['jobs', 'list', '--status', 'done'])
    assert.ok(piped.out.includes('とても長い名前のファイル.wav\n'), 'nothing is truncated in a pipe')
  })

  test('lists the requested number, with every filter of the API', async () => {
    assert.equal((await lines('jobs', 'list', '--ids')).length, 20)
    assert.equal((await lines('jobs', 'list', '--ids', '--limit', '3')).length, 3)
    const all = await lines('jobs', 'list', '--ids', '--all')
    assert.equal(new Set(all).size, JOBS + 1 + 5)
    const live = await lines('jobs', 'list', '--json', '--kind', 'live', '--fields', 'kind,status')
    assert.deepEqual(
      live.map((line) => JSON.parse(line) as unknown),
      Array.from({ length: 3 }, () => ({ kind: 'live', status: 'queued' })),
    )
    const counts = await Promise.all(
      [
        ['--custom-metadata', '{"ticket":88003}'],
        ['--q', 'warehouse agenda', '--status', 'done,error'],
        ['--date', '2020-01-01'],
        ['--after-date', '2020-01-01', '--before-date', '2020-01-02'],
      ].map(async (filters) => (await lines('jobs', 'list', '--all', '--ids', ...filters)).length),
    )
    assert.deepEqual(counts, [1, 22, 0, 0])
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ tags: ['one, two', 'team'] })
    await service.request(`/v2/jobs/${talk}`, { method: 'PATCH', headers, body })
    const tagged = async (...tags: string[]) =>
      lines('jobs', 'list', '--ids', ...tags.flatMap((tag) => ['--tag', tag]))
    assert.deepEqual(await tagged('team', 'one, two'), [talk])
    assert.deepEqual(await tagged('team', 'other'), [])
    const wrong = await run(['jobs', 'list', '--status', 'finished'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.err, /status: must be one of queued, processing, done, error/)
  })

  test('shows a job, and exports its transcript in every format', async () => {
    const { out } = await run(['jobs', 'get', talk])
    assert.match(out, new RegExp(`^id +${talk}\nstatus +done\n`))
    assert.match(out, /\n\nGood morning, /)
    const [json = ''] = await lines('jobs', 'get', talk, '--json')
    assert.equal((JSON.parse(json) as { id: string }).id, talk)
    for (const format of EXPORT_FORMAT_NAMES) {
      const file = join(folder, `talk.${format}`)
      assert.deepEqual(await run(['jobs', 'export', talk, '-f', format, '-o', file]), {
        code: 0,
        out: '',
        err: '',
      })
      assert.ok(statSync(file).size > 100)
    }
    const { out: german } = await run(['jobs', 'export', talk, '--translation', 'de', '--no-speakers', '-t'])
    assert.match(german, /^\[?00:00\S* Good morning[\s\S]*\(deutsch\)\n$/)
    const docx = await run(['jobs', 'export', talk, '-f', 'docx'], { columns: 80 })
    assert.deepEqual([docx.code, docx.out], [1, ''])
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('partial')),
      [],
    )
  })

  test('continues after a job that fails, and exits with 1', async () => {
    const failed = (await lines('jobs', 'list', '--ids', '--status', 'error', '--limit', '2')).toReversed()
    const watched = await run(['jobs', 'watch', talk, UNKNOWN, failed[0] ?? ''])
    assert.equal(watched.code, 1)
    assert.match(watched.out, new RegExp(`^${talk}  done\n${failed[0]}  error  4\\d\\d .+\n$`))
    assert.match(watched.err, new RegExp(`^${UNKNOWN}: .*not found\n$`))
    const deleted = await run(['jobs', 'delete', UNKNOWN, ...failed])
    assert.deepEqual([deleted.code, deleted.out], [1, `${failed.join('\n')}\n`])
    const cancelled = await run(['jobs', 'cancel', talk])
    assert.equal(cancelled.code, 1)
  })
})

suite('scriptorium submit', () => {
  const talkFile = join(folder, 'talk.wav')
  const output = join(folder, 'out')
  before(() => writeFileSync(talkFile, SILENCE))

  test('uploads with progress, waits, and writes the transcripts', async () => {
    const files = [talkFile, join(folder, 'none.wav')]
    const options = ['-l', 'en', '--wait', '-f', 'srt,json', '-o', output, '--metadata', '{"by":"test"}']
    const { code, out, err } = await run(['submit', ...files, ...options], { columns: 80 })
    assert.deepEqual([code, out], [1, `${output}/talk.srt\n${output}/talk.json\n`])
    assert.match(err, /talk\.wav: 100 % uploaded/)
    assert.match(err, /none\.wav: there is no such file or folder\n/)
    assert.match(err, /talk\.wav: no speech found\n$/)
    const [id = ''] = await lines('jobs', 'list', '--ids', '--custom-metadata', '{"by":"test"}')

    const saved = join(folder, 'saved.wav')
    assert.deepEqual(await run(['jobs', 'audio', id, '-o', saved]), { code: 0, out: '', err: '' })
    assert.deepEqual(readFileSync(saved), Buffer.from(SILENCE))
    const [again = ''] = await lines('jobs', 'retry', id)
    const cancelled = await run(['jobs', 'cancel', again])
    const { code: ended, out: how } = await run(['jobs', 'watch', again])
    if (cancelled.code === 0) assert.deepEqual([ended, how], [1, `${again}  error  499 cancelled\n`])
    else assert.deepEqual([ended, how], [0, `${again}  done\n`], 'the job had already ended')
  })

  test('prints the ids of jobs, and refuses invalid requests', async () => {
    const config = join(folder, 'request.json')
    writeFileSync(config, '{"summarization": true, "language_config": {"languages": ["de"]}}')
    const [id = ''] = await lines(
      'submit',
      'http://127.0.0.1:1/talk.wav',
      '--preset',
      'subtitles',
      '--config',
      config,
      '--diarize',
      '-l',
      'en',
    )
    const [json = ''] = await lines('jobs', 'get', id, '--json')
    const { request_params } = JSON.parse(json) as { request_params: object }
    assert.partialDeepStrictEqual(request_params, {
      subtitles: true,
      subtitles_config: { formats: ['srt', 'vtt'] },
      summarization: true,
      diarization: true,
      language_config: { languages: ['en'] },
    })
    for (const [args, message] of [
      [['--preset', 'podcast'], /--preset: must be one of Meeting, Interview, Subtitles, Just the text/],
      [['--config', talkFile], /--config: must be a JSON object/],
      [['--metadata', '[]'], /--metadata: must be a JSON object/],
      [['-f', 'srt'], /need --wait/],
      [['--wait', '-f', 'srt,vtt'], /Several formats need --output-dir/],
      [['--wait', '-f', 'pdf'], /Give one or more of/],
      [['--wait', '-f', 'srt', talkFile], /prints one file at a time/],
      [['--wait', '-o', output, join(output, 'talk.mp3')], /would both be written to/],
    ] as const) {
      const { code, err } = await run(['submit', talkFile, ...args])
      assert.equal(code, 2, err)
      assert.match(err, message)
    }
  })
})

suite('scriptorium live', () => {
  const file = join(folder, 'live.wav')
  before(() => writeFileSync(file, SILENCE))
  const types = (out: string) =>
    out.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { type: string }).type]))

  test('sends a file, and prints the messages', async () => {
    const { code, out, err } = await run(['live', file, '--fast', '-l', 'en', '--json'])
    assert.equal(code, 0, err)
    assert.deepEqual(types(out).slice(-2), ['post_transcript', 'post_final_transcript'])
    const [, id = ''] = /^The recording is saved: scriptorium jobs get (\S+)\n$/.exec(err) ?? []
    const [job = ''] = await lines('jobs', 'get', id, '--json')
    assert.partialDeepStrictEqual(JSON.parse(job), {
      kind: 'live',
      status: 'done',
      file: { audio_duration: 0.2 },
    })
  })

  test('records with the available program, and on Ctrl-C transcribes what was said', async () => {
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    const arecord = join(programs, process.platform === 'darwin' ? 'rec' : 'arecord')
    writeFileSync(arecord, `#!/bin/sh\ntail -c 6400 ${file}\nexec sleep 100\n`, { mode: 0o755 })
    const interruption = new AbortController()
    const env = {
      SCRIPTORIUM_URL: service.url,
      SCRIPTORIUM_KEY: service.key,
      XDG_CONFIG_HOME: folder,
      PATH: programs,
    }
    const terminal = { interrupted: interruption.signal, env, columns: 80 }
    const { ended, stderr } = begin(['live', '--mic', '--json'], terminal)
    await readable(stderr) // Recording
    interruption.abort()
    const { code, out } = await ended
    assert.equal(code, 0)
    assert.deepEqual(types(out).slice(-2), ['post_transcript', 'post_final_transcript'])

    const none = await run(['live', '--mic'], { env: { ...env, PATH: folder } })
    assert.equal(none.code, 1)
    assert.match(none.err, /^no program that can record was found: install .*\n$/)
  })

  test('opens no session for a file that is not audio', async () => {
    const known = await lines('jobs', 'list', '--ids', '--all')
    for (const [source, input, message] of [
      [join(folder, 'none.wav'), '', /none\.wav: there is no such file or folder\n$/],
      ['-', 'this is no audio', /^-: The file cannot be decoded/],
    ] as const) {
      const { code, err } = await run(['live', source], { input })
      assert.equal(code, 1)
      assert.match(err, message)
    }
    assert.equal((await run(['live', file, '--mic'])).code, 2)
    assert.deepEqual(await lines('jobs', 'list', '--ids', '--all'), known)
  })
})

suite('scriptorium callbacks', () => {
  test('lists callbacks, and sends them again to their URL or from here to another one', async (t) => {
    const endpoint = await TestEndpoint.listen(t)
    const failed = await lines('callbacks', 'list', '--state', 'failed', '--json')
    assert.equal(failed.length, 1)
    const { id, job_id: job } = JSON.parse(failed[0] ?? '') as { id: string; job_id: string }
    assert.equal((await lines('callbacks', 'list', '--job', job)).length, 2, 'titles and one row')
    assert.equal((await lines('callbacks', 'list', '--limit', '2')).length, 3)
    assert.deepEqual(await lines('callbacks', 'redeliver', id), [`${id}  waiting`])

    assert.deepEqual(await lines('callbacks', 'redeliver', id, '--to', endpoint.url('/200')), [`${id}  200`])
    await checkSigned(endpoint.on('/200')[0])
    const unknown = await run(['callbacks', 'redeliver', `${job}_none`, id, '--to', 'http://127.0.0.1:2/'])
    assert.deepEqual([unknown.code, unknown.out], [1, ''])
    assert.match(unknown.err, /there is no such callback.*\n.*ECONNREFUSED.*\n$/)
  })

  test('forwards the callbacks of new jobs as they would be sent, until Ctrl-C', async (t) => {
    const endpoint = await TestEndpoint.listen(t)
    const interruption = new AbortController()
    const to = ['--forward-to', endpoint.url('/204')]
    const { ended, stdout, stderr } = begin(['listen', ...to], { interrupted: interruption.signal })
    await readable(stderr)
    const [id = ''] = await lines(
      'submit',
      'http://127.0.0.1:1/a.wav',
      '--callback-url',
      endpoint.url('/500'),
    )
    await readable(stdout)
    interruption.abort()
    const { code, out } = await ended
    assert.equal(code, 0)
    assert.match(out, new RegExp(`^\\S+Z  transcription\\.error  ${id}_end  204\n$`))
    const received = endpoint.on('/204')
    assert.equal(received.length, 1)
    await checkSigned(received[0])
  })
})

suite('scriptorium listen', () => {
  test('forwards the end of every job of the account once, with or without a callback URL', async (t) => {
    const endpoint = await TestEndpoint.listen(t)
    const file = join(folder, 'listen.wav')
    writeFileSync(file, SILENCE)
    // Unfinished at the start: its audio is sent later.
    const { promise: isDue, resolve: send } = Promise.withResolvers<void>()
    const slow = await listenHttp(t, (_request, response) => void isDue.then(() => response.end(SILENCE)))
    const [open = ''] = await lines('submit', `http://127.0.0.1:${slow.port}/slow.wav`, '-l', 'en')
    const interruption = new AbortController()
    const to = ['--forward-to', endpoint.url('/200')]
    const { ended, stdout, stderr } = begin(['listen', ...to], { interrupted: interruption.signal })
    await readable(stderr)
    const [done = ''] = await lines('submit', file, '-l', 'en', '--metadata', '{"a":1}')
    const [failed = ''] = await lines('submit', 'http://127.0.0.1:1/a.wav')
    const [called = ''] = await lines(
      'submit',
      'http://127.0.0.1:1/b.wav',
      '--callback-url',
      endpoint.url('/204'),
    )
    const live = await run(['live', file, '--fast', '-l', 'en'])
    const [, session = ''] = /scriptorium jobs get (\S+)/.exec(live.err) ?? []
    send()
    const wanted = [
      `transcription.success  ${open}_end  200`,
      `transcription.success  ${done}_end  200`,
      `transcription.error  ${failed}_end  200`,
      `transcription.error  ${called}_end  200`,
      `live.end_session  ${session}_end_session  200`,
    ]
    let printed = ''
    while (!wanted.every((line) => printed.includes(line))) {
      await readable(stdout)
      printed += String(stdout.read())
    }
    // The next poll finds nothing new.
    const [last = ''] = await lines('submit', 'http://127.0.0.1:1/c.wav')
    while (!printed.includes(last)) {
      await readable(stdout)
      printed += String(stdout.read())
    }
    interruption.abort()
    assert.equal((await ended).code, 0)
    const outcomes = printed
      .trimEnd()
      .split('\n')
      .map((line) => line.replace(/^\S+Z {2}/, ''))
    assert.deepEqual(outcomes.toSorted(), [...wanted, `transcription.error  ${last}_end  200`].toSorted())
    const received = endpoint.on('/200')
    for (const one of received) await checkSigned(one)
    const bodyOf = (id: string) => {
      const [one] = received.filter(({ body }) => body.startsWith(`{"id":"${id}"`))
      return JSON.parse(one?.body ?? '') as unknown
    }
    const job = async (id: string) => JSON.parse((await lines('jobs', 'get', id, '--json'))[0] ?? '') as Job
    assert.deepEqual(bodyOf(done), {
      id: done,
      event: 'transcription.success',
      payload: (await job(done)).result,
      custom_metadata: { a: 1 },
    })
    const { error_code: code, error_message: message } = await job(failed)
    assert.deepEqual(bodyOf(failed), {
      id: failed,
      event: 'transcription.error',
      error: { code, message },
      custom_metadata: null,
    })
    const { completed_at } = await job(session)
    assert.deepEqual(bodyOf(session), {
      id: session,
      event: 'live.end_session',
      payload: { session_id: session, created_at: completed_at, type: 'end_session' },
    })
  })
})

suite('scriptorium', () => {
  test('exits with 130 on Ctrl-C, and without an error when its output is closed', async () => {
    const main = new URL('../src/cli/main.ts', import.meta.url).pathname
    const env = { ...process.env, SCRIPTORIUM_URL: service.url, SCRIPTORIUM_KEY: service.key }
    const listening = spawn(process.execPath, [main, 'listen', '--forward-to', service.url], { env })
    await once(listening.stderr, 'data')
    listening.kill('SIGINT')
    listening.kill('SIGINT') // As npm repeats it.
    const [code, signal] = (await once(listening, 'exit')) as [number, string | null]
    assert.deepEqual([code, signal], [130, null])

    const listing = spawn(process.execPath, [main, 'jobs', 'list', '--all', '--json'], { env })
    const complaint = text(listing.stderr)
    const ended = once(listing, 'exit')
    await once(listing.stdout, 'data')
    listing.stdout.destroy()
    assert.deepEqual([await complaint, (await ended)[0]], ['', 141])
  })

  test('prints the usage of each day, and the total', async () => {
    const rows = await lines('usage')
    assert.match(rows[0] ?? '', /^DATE +JOBS +FAILED +AUDIO$/)
    assert.match(rows.at(-1) ?? '', /^total +\d+ +\d+ +[\d:]+$/)
    assert.equal((await lines('usage', '--json', '--from', '2025-06-01', '--to', '2025-06-03')).length, 3)
  })

  test('says what to do when the server does not answer', async (t) => {
    const { port } = await listenHttp(t, (_request, response) => response.writeHead(502).end())
    const env = { SCRIPTORIUM_KEY: 'key', XDG_CONFIG_HOME: folder }
    const down = await run(['jobs', 'get', talk, '--url', 'http://127.0.0.1:2'], { env })
    assert.equal(down.code, 1)
    assert.match(
      down.err,
      /^http:\/\/127\.0\.0\.1:2 cannot be reached.*; start the service, or give another one with --url\n$/,
    )
    const proxy = await run(['jobs', 'get', talk, '--url', `http://127.0.0.1:${port}`], { env })
    assert.match(proxy.err, /^The server answered with status 502\n$/)
    assert.equal((await run(['usage', '--url', 'localhost:8080'], { env })).code, 2)
  })
})

async function checkSigned(received: TestEndpoint['received'][number] | undefined): Promise<void> {
  assert.ok(received)
  const answer = await service.request('/v2/callback-secret')
  const { secret } = (await answer.json()) as { secret: string }
  new Webhook(secret).verify(received.body, received.headers as Record<string, string>)
}

suite('a server that sends terminal control characters', () => {
  const EVIL = '\u001B]0;owned\u0007\u001B[2J\u009B31m\u007F\u202E\r'
  const CONTROL = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/u
  /** Control sequences that commands themselves use to rewrite a line. */
  const CLEAR = '\r\u001B[K'
  /** The client needs the values of these fields. */
  const KEPT = ['next', 'status', 'created_at', 'id']
  /** @returns the environment for the commands */
  const serve = async (t: TestContext) => {
    const evil = (name: string, value: unknown): unknown =>
      typeof value === 'string' && !KEPT.includes(name) ? value + EVIL : value
    const relay = async (
      { method = '', url: path = '', headers }: IncomingMessage,
      answer: ServerResponse,
    ) => {
      const left = new AbortController()
      answer.once('close', () => left.abort())
      const real = await fetch(new URL(path, service.url), {
        method,
        headers: { 'x-service-key': service.key },
        signal: left.signal,
      })
      const type = real.headers.get('content-type') ?? ''
      // An endless answer, whose events contain no text of others.
      if (type.includes('event-stream')) {
        answer.writeHead(real.status, { 'content-type': type })
        for await (const chunk of real.body!) answer.write(chunk)
        return
      }
      const body = (await real.text()).replaceAll(service.url, `http://${headers.host}`)
      answer.writeHead(real.status, { 'content-type': type })
      answer.end(type.includes('json') ? JSON.stringify(JSON.parse(body, evil)) : body + EVIL)
    }
    const { port } = await listenHttp(t, (request, answer) => void relay(request, answer).catch(() => {}))
    const url = `http://127.0.0.1:${port}`
    return { SCRIPTORIUM_URL: url, SCRIPTORIUM_KEY: service.key, XDG_CONFIG_HOME: folder }
  }

  const commands: (() => string[])[] = [
    () => ['jobs', 'list'],
    () => ['jobs', 'list', '--json'],
    () => ['jobs', 'get', talk],
    () => ['jobs', 'get', talk, '--json'],
    () => ['jobs', 'get', UNKNOWN],
    () => ['jobs', 'watch', talk],
    () => ['jobs', 'export', talk],
    () => ['jobs', 'export', talk, '--format', 'json'],
    () => ['callbacks', 'list'],
    () => ['callbacks', 'list', '--json'],
    () => ['usage', '--json'],
  ]
  test('cannot send them to the terminal by any command', async (t) => {
    const env = await serve(t)
    for (const args of commands.map((make) => make())) {
      const { out, err } = await run(args, { env, columns: 500 })
      assert.ok(out.includes('\n') || err.includes('\n'), args.join(' '))
      assert.doesNotMatch(out.replaceAll(CLEAR, ''), CONTROL, args.join(' '))
      assert.doesNotMatch(err.replaceAll(CLEAR, ''), CONTROL, args.join(' '))
    }
    const { out } = await run(['jobs', 'export', talk], { env, columns: 500 })
    assert.match(out, /\n.*owned/s)
  })

  test('is written to files unchanged', async (t) => {
    const env = await serve(t)
    const { out } = await run(['jobs', 'export', talk], { env })
    assert.ok(out.includes(EVIL))
  })
})
