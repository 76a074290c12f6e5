/** `scriptorium models` as run in a shell, with a hub on this machine: a repository is pulled, tried and compared. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { serveHub } from '../src/models/testing/hub-server.ts'
import { whisperFiles } from '../src/speech/testing/pulled-whisper.ts'
import { cutSample } from './support/sample.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

const STACK_TRACE = /\n\s+at |node:internal|\.ts:\d/
const COMMIT = 'c'.repeat(40)
const REPOSITORY = 'someone/whisper-of-someone'

/** As repositories publish it. */
async function published(): Promise<Record<string, Buffer>> {
  const files = await whisperFiles()
  return {
    'README.md': Buffer.from('# Whisper'),
    'onnx/encoder_model_quantized.onnx': files['/encoder']!,
    'onnx/decoder_model_merged_quantized.onnx': files['/decoder']!,
    'tokenizer.json': Buffer.from(
      JSON.stringify({ model: { vocab: JSON.parse(files['/vocabulary']!.toString()) as object } }),
    ),
    'generation_config.json': files['/generation']!,
    'preprocessor_config.json': files['/features']!,
  }
}

async function hub(t: TestContext, card: object) {
  const files = await published()
  const { url } = await serveHub(t, {
    [REPOSITORY]: { commits: { [COMMIT]: files }, card },
    'someone/nothing': { commits: { [COMMIT]: { 'README.md': Buffer.from('#') } }, card },
  })
  const env = { DATA_DIR: join(temporaryFolder(), 'data'), MODELS_URL: url }
  const models = (...args: string[]) => scriptorium(['models', ...args], env)
  return { env, url, models }
}

suite('scriptorium models, with a hub', () => {
  test('pulls a repository, uses it, and compares it with the bundled model', async (t) => {
    const { env, models } = await hub(t, { license: 'apache-2.0', language: ['en', 'es'] })
    const pulled = await models('pull', `${REPOSITORY}@${COMMIT}`)
    assert.deepEqual(pulled, {
      code: 0,
      stdout:
        `whisper-of-someone is commit ${COMMIT} of ${REPOSITORY}, for recognition of en, es, with the engine whisper\n` +
        'whisper-of-someone is installed and used from the next job on\n',
      stderr: '',
    })
    const figures = JSON.parse(
      readFileSync(join(env.DATA_DIR, 'models/whisper-of-someone/trial.json'), 'utf8'),
    ) as Record<string, number>
    assert.ok(figures['peakBytes']! > 100e6 && figures['peakBytes']! < 2e9, JSON.stringify(figures))
    assert.ok(figures['secondsPerSecond']! > 0)
    const { stdout: list } = await models('list')
    assert.match(list, /^whisper-of-someone +recognition of en, es +\d+ MB +installed +apache-2\.0$/m)
    assert.match(
      list,
      /^Recordings\n {2}en: whisper-of-someone \(pulled, priority 100\), before moonshine \(bundled\) and whisper \(bundled\)\n {2}es: /m,
    )
    const audio = join(temporaryFolder(), 'talk.wav')
    writeFileSync(audio, cutSample(0, 8))
    const tried = await models('try', 'whisper-of-someone', audio)
    assert.deepEqual([tried.code, tried.stderr], [0, ''])
    assert.match(tried.stdout, /talk\.wav \(0:08, English\)\n/)
    assert.match(tried.stdout, /\d+ words by moonshine, \d+ by whisper-of-someone: /)
    assert.match(tried.stdout, /^moonshine +\d+\.\d s +[\d,]+ MB$/m)
    assert.match(tried.stdout, /^whisper-of-someone +\d+\.\d s +[\d,]+ MB$/m)
    const { stdout: again } = await models('pull', REPOSITORY)
    assert.equal(again, 'whisper-of-someone is already installed\n')
  })

  test('explains what to do about everything that can be wrong with a repository', async (t) => {
    const { models } = await hub(t, { license: 'cc-by-nc-4.0' })
    for (const [args, complaint] of [
      [['pull', 'someone/else'], /^There is no repository someone\/else on 127/],
      [['pull', `${REPOSITORY}@${'d'.repeat(40)}`], /has no commit d{40} .*its newest is c{40}/],
      [
        ['pull', 'a/b/c'],
        /^a\/b\/c is neither a repository with a commit, such as owner\/model@<commit>, nor a JSON file$/,
      ],
      [
        ['pull', `${REPOSITORY}@${COMMIT}`, '--languages', 'en'],
        /^The licence of someone\/whisper-of-someone \(cc-by-nc-4\.0\) forbids commercial use\. Read it at http.*, and if it allows your use, run "scriptorium models pull someone\/whisper-of-someone@c{40} --languages en --accept-licence"$/,
      ],
      [
        ['pull', REPOSITORY, '--accept-licence'],
        /names no language that is known here: name those of the model, such as --languages de,en$/,
      ],
      [
        ['pull', 'someone/nothing', '--accept-licence'],
        /has the files of no model that is known here.*README\.md.*whisper: onnx\/encoder_model_quantized\.onnx/s,
      ],
      [
        ['pull', REPOSITORY, '--accept-licence', '--engine', 'x'],
        /^There is no engine x: there are whisper \(recognition\), nemo-transducer \(recognition\), /,
      ],
      [
        ['try', 'whisper-small', 'a.wav'],
        /^whisper-small is not installed: run "scriptorium models pull whisper-small" first$/,
      ],
      [['try', 'whisper-tiny', 'a.wav'], /^There is no model whisper-tiny: see "scriptorium models list"$/],
    ] as const) {
      const { code, stdout, stderr } = await models(...args)
      assert.deepEqual([code, stdout], [1, ''], args.join(' '))
      assert.match(stderr.trimEnd(), complaint)
      assert.doesNotMatch(stderr, STACK_TRACE)
    }
    const usage = await models('pull', 'whisper-small', '--languages', 'en')
    assert.deepEqual([usage.code, usage.stdout], [2, ''])
    assert.match(
      usage.stderr,
      /^--engine and --languages are only for models that are pulled by their repository\n$/,
    )
    const accepted = await models('pull', REPOSITORY, '--accept-licence', '--languages', 'spanish')
    assert.match(accepted.stdout, /for recognition of es, with the engine whisper\n.* is installed/)
    const repaired = await models('pull', REPOSITORY)
    assert.equal(repaired.stdout, 'whisper-of-someone is already installed\n', 'what was accepted stays so')
    const tried = await models('try', 'whisper-of-someone', 'a.wav', '--language', 'de')
    assert.deepEqual(tried, {
      code: 2,
      stdout: '',
      stderr: 'whisper-of-someone is not for de: it is for es\n',
    })
  })

  test('resumes a pull when a full disk has space again', async (t) => {
    const disk = temporaryFolder()
    try {
      execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', disk], { stdio: 'ignore' })
    } catch {
      return t.skip('NO TMPFS CAN BE MOUNTED')
    }
    t.after(() => void execFileSync('/bin/umount', ['-l', disk]))
    const { url } = await hub(t, { license: 'mit', language: 'en' })
    const pull = () => scriptorium(['models', 'pull', REPOSITORY], { DATA_DIR: disk, MODELS_URL: url })
    const full = await pull()
    assert.equal(full.code, 1)
    assert.match(full.stderr, /^whisper-of-someone needs [78]\d MB more, but .* has [56]\d MB left\n$/)
    execFileSync('/bin/mount', ['-o', 'remount,size=200m', disk])
    assert.match((await pull()).stdout, /is installed and used from the next job on\n$/)
  })
})
