/** `scriptorium transcribe` as run in a shell: its output and exit code. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Transcription } from '../src/contract/transcript.ts'
import { long } from './support/long.ts'
import { descendantsOf } from './support/process-table.ts'
import { cutSample, SAMPLE_PATH, SILENCE } from './support/sample.ts'
import { allExit, scriptorium, temporaryFolder } from './support/scriptorium.ts'

/** "Welcome to Scriptorium." */
const SHORT = cutSample(0, 2)

/** Must never be shown to users. */
const STACK_TRACE = /\n\s+at |node:internal|\.ts:\d/

suite('scriptorium transcribe', () => {
  /** Checks that no temporary file is left, such as those of ONNX Runtime when it reports its use. */
  const transcribe = async (...args: string[]) => {
    const TMPDIR = temporaryFolder()
    const answer = await scriptorium(['transcribe', ...args], { TMPDIR })
    assert.deepEqual(readdirSync(TMPDIR), [])
    return answer
  }

  test('prints the text, with times on request', async () => {
    const { code, stdout, stderr } = await transcribe(SAMPLE_PATH, '--timestamps')
    assert.deepEqual([code, stderr], [0, ''], 'no progress bar where there is no terminal')
    assert.match(stdout, /^00:00:0\d welcome.*transcript/is)
  })

  test('prints during recognition what it would write at the end', async () => {
    const folder = temporaryFolder()
    const talk = join(folder, 'talk.wav')
    writeFileSync(talk, cutSample(0, 8))
    const { stdout } = await transcribe('-l', 'en', talk)
    await transcribe('-l', 'en', '--output-dir', folder, talk)
    assert.equal(stdout, readFileSync(join(folder, 'talk.txt'), 'utf8'))
  })

  // The exporters have tests of their own.
  test('prints subtitles and JSON', long, async () => {
    const folder = temporaryFolder()
    const [speech, silent] = [join(folder, 'speech.wav'), join(folder, 'silent.wav')]
    writeFileSync(speech, SHORT)
    writeFileSync(silent, SILENCE)
    const options = ['--language', 'en', '--format']
    const vtt = await transcribe(silent, ...options, 'vtt')
    assert.match(vtt.stdout, /^WEBVTT\n/)
    const json = await transcribe(speech, ...options, 'json')
    const { full_transcript, languages, utterances } = JSON.parse(json.stdout) as Transcription
    assert.deepEqual(languages, ['en'])
    assert.match(full_transcript, /welcome/i)
    assert.ok(utterances.every(({ words }) => words.length > 0))
    assert.deepEqual([vtt.code, json.code], [0, 0])
  })

  test('continues with the other files when one fails, and says which and why', async () => {
    const folder = temporaryFolder()
    const [good, bad] = [join(folder, 'good one.wav'), join(folder, 'bad.wav')]
    writeFileSync(good, SHORT)
    writeFileSync(bad, 'This is not audio.')
    writeFileSync(join(folder, 'silent.wav'), SILENCE)
    const files = [bad, join(folder, 'missing.wav'), good, join(folder, 'silent.wav')]
    const { code, stdout, stderr } = await transcribe('-l', 'en', ...files)
    assert.equal(code, 1)
    assert.match(stdout, /^# .*good one\.wav\n.*welcome[^#]*\n# .*silent\.wav\n/is)
    const lines = stderr.trimEnd().split('\n')
    assert.equal(lines.length, 3, stderr)
    assert.match(lines[0] ?? '', /bad\.wav: The file cannot be decoded/)
    assert.match(lines[1] ?? '', /missing\.wav: there is no such file or folder/)
    assert.match(lines[2] ?? '', /silent\.wav: no speech found/)
    assert.doesNotMatch(stderr, STACK_TRACE)
  })

  test('writes each format of each file of a folder once', async () => {
    const folder = temporaryFolder()
    const [input, output] = [join(folder, 'in'), join(folder, 'out')]
    mkdirSync(join(input, 'deep'), { recursive: true })
    writeFileSync(join(input, 'speech.wav'), SHORT)
    writeFileSync(join(input, 'deep/silent.wav'), SILENCE)
    const options = [
      '-o',
      output,
      '-f',
      'txt,srt,docx',
      '-l',
      'english',

      '--recursive',
      '--skip-existing',
    ]
    const files = ['deep/silent', 'speech'].flatMap((stem) =>
      ['txt', 'srt', 'docx'].map((format) => join(output, `${stem}.${format}`)),
    )
    const first = await transcribe(...options, input)
    assert.deepEqual([first.code, first.stdout], [0, `${files.join('\n')}\n`], first.stderr)
    assert.match(readFileSync(join(output, 'speech.txt'), 'utf8'), /^welcome.*\n$/i)
    assert.match(readFileSync(join(output, 'speech.srt'), 'utf8'), /^1\n00:00:00,/)
    assert.deepEqual(readdirSync(output).toSorted(), ['deep', 'speech.docx', 'speech.srt', 'speech.txt'])
    const again = await transcribe(...options, input)
    assert.deepEqual(again, { code: 0, stdout: '', stderr: '' })
  })

  test('prints what it has recognised before the end, and leaves nothing after Ctrl-C', async () => {
    const folder = temporaryFolder()
    const pause = Buffer.alloc(3 * 32_000)
    const speech = SHORT.subarray(44)
    const pcm = Buffer.concat(Array.from({ length: 20 }, () => [speech, pause]).flat())
    const header = Buffer.from(SHORT.subarray(0, 44))
    header.writeUInt32LE(pcm.length + 36, 4)
    header.writeUInt32LE(pcm.length, 40)
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, ['src/cli/main.ts', 'transcribe', '-', '-l', 'en'], {
      env: { PATH, TMPDIR: folder },
    })
    const closed = once(child, 'close')
    child.stdin.end(Buffer.concat([header, pcm]))
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await once(child.stdout, 'data')
    const children = descendantsOf(child.pid!)
    assert.ok(children.length > 0)
    child.kill('SIGINT')
    await closed
    assert.equal(child.exitCode, 130)
    assert.ok(printed.match(/welcome/gi)!.length < 20, printed)
    assert.deepEqual(readdirSync(folder), [])
    await allExit(children)
  })
})
