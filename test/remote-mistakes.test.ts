/** Typical mistakes with the commands that use a server: each is answered with a sentence and a remedy. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { addTalk } from './support/console-jobs.ts'
import { remoteCommands } from './support/remote-commands.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { SILENCE } from './support/sample.ts'
import { temporaryFolder } from './support/scriptorium.ts'

/** Error names of the system, Node.js and ffmpeg. */
const RAW = /\bE[A-Z]{4,}\b|, open |Error opening|Invalid data|\.partial/

/** Nothing listens there: a command that gets so far says so. */
const NOWHERE = ['--url', 'http://127.0.0.1:2', '--key', 'key']

let service: RunningService
let talk = ''
const folder = temporaryFolder()
const { run } = remoteCommands(() => service, folder)

before(async () => {
  service = await runService({}, async (store) => {
    talk = await addTalk(store, 'talk.wav')
  })
})
after(async () => service.close())

suite('a mistake with the command line', () => {
  const missing = join(folder, 'missing.wav')
  const inner = join(folder, 'folder')
  const text = join(folder, 'notes.txt')
  const audio = join(folder, 'silence.wav')
  before(() => {
    mkdirSync(inner)
    writeFileSync(text, 'no audio')
    writeFileSync(audio, SILENCE)
  })

  test('in the name of a file is explained in a sentence, without system error codes', async () => {
    const noFile = /missing\.wav: there is no such file or folder\n$/
    const isFolder = /folder: this is a folder, not a file\n$/
    for (const [args, code, message] of [
      [['submit', missing], 1, noFile],
      [['submit', audio, '--config', missing], 2, noFile],
      [['submit', audio, '--config', inner], 2, isFolder],
      [['submit', audio, '--vocabulary', missing], 2, noFile],
      [['submit', audio, '--vocabulary', inner], 2, isFolder],
      [['live', missing], 1, noFile],
      [['live', inner], 1, isFolder],
      [['live', audio, '--config', missing], 2, noFile],
      [['jobs', 'export', talk, '-o', join(missing, 'talk.txt')], 1, /missing\.wav\/talk\.txt: there is no/],
      [['jobs', 'export', talk, '-o', inner], 1, isFolder],
    ] as const) {
      const { code: exit, out, err } = await run(args)
      assert.deepEqual([exit, out], [code, ''], args.join(' '))
      assert.match(err, message)
      assert.doesNotMatch(err, RAW)
    }
  })

  test('of giving a live session a file without audio is named as such', async () => {
    for (const [source, input] of [
      [text, ''],
      ['-', 'no audio'],
    ] as const) {
      const { code, err } = await run(['live', source], { input })
      assert.equal(code, 1)
      assert.ok(
        err.startsWith(`${source}: The file cannot be decoded: it is damaged, incomplete or not in`),
        err,
      )
      assert.doesNotMatch(err, RAW)
    }
  })

  test('in the name of a language is found before anything is read or sent', async () => {
    for (const [option, name, message] of [
      ['--language', 'klingon', /: klingon must be a language code such as "en"\n$/],
      ['--language', 'en,germn', /: germn must be a language code such as "en": did you mean "de"\?\n$/],
      ['--language', 'xx', /: xx must be a language code such as "en"\n$/],
      ['--translate', 'klingon', /: klingon must be a language code such as "en"\n$/],
    ] as const) {
      for (const command of option === '--language' ? ['submit', 'live'] : ['submit']) {
        const { code, err } = await run([command, missing, option, name, ...NOWHERE])
        assert.equal(code, 2)
        assert.match(err, new RegExp(`${option} <languages?>.* See "scriptorium transcribe --languages": `))
        assert.match(err, message)
      }
    }
    for (const name of ['EN', 'en-US', 'German', 'deutsch', 'de,fr'])
      assert.match((await run(['submit', missing, '-l', name])).err, /no such file/, name)
  })

  test('in the id of a job or a callback is found before anything is sent', async () => {
    const others = ['watch', 'cancel', 'retry', 'delete', 'audio', 'export']
    for (const args of [
      ...['get', ...others].map((name) => ['jobs', name, '123']),
      ['callbacks', 'list', '--job', '123'],
    ]) {
      const { code, err } = await run([...args, ...NOWHERE])
      assert.equal(code, 2, err)
      assert.match(
        err,
        /'123' is invalid.* This is not the id of a job: "scriptorium jobs list" shows them\.\n$/,
      )
    }
    const { code, err } = await run(['callbacks', 'redeliver', talk, ...NOWHERE])
    assert.equal(code, 2)
    assert.match(err, /This is not the id of a callback: "scriptorium callbacks list" shows them\.\n$/)
    const unknown = await run(['jobs', 'get', '00000000-0000-4000-8000-000000000000'])
    assert.equal(unknown.code, 1)
    assert.equal(unknown.err, 'job not found\n')
    assert.equal((await run(['jobs', 'get', talk.toUpperCase()])).code, 0)
  })

  test('in a filter prints no table header, and an empty table says that it is empty', async () => {
    for (const args of [
      ['jobs', 'list', '--status', 'finished'],
      ['jobs', 'list', ...NOWHERE],
      ['callbacks', 'list', ...NOWHERE],
      ['usage', '--from', 'yesterday'],
    ]) {
      const { code, out } = await run(args)
      assert.deepEqual([code, out], [1, ''], args.join(' '))
    }
    for (const [args, message] of [
      [['jobs', 'list', '--status', 'error'], 'No jobs match.\n'],
      [['callbacks', 'list', '--state', 'failed'], 'No callbacks match.\n'],
      [['callbacks', 'list'], 'There are no callbacks.\n'],
      // Programs read these.
      [['jobs', 'list', '--status', 'error', '--ids'], ''],
      [['jobs', 'list', '--status', 'error', '--json'], ''],
    ] as const)
      assert.deepEqual(await run(args), { code: 0, out: '', err: message })
  })
})
