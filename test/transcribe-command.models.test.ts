/** `scriptorium transcribe` as typed in a shell: its output and exit code. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Transcription } from '../src/contract/transcript.ts'
import { long } from './support/long.ts'
import { cutSample, SAMPLE_PATH, SILENCE } from './support/sample.ts'
import { scriptorium, temporaryFolder } from './support/scriptorium.ts'

/** "Welcome to Scriptorium." */
const SHORT = cutSample(0, 2)

/** Never shown to users. */
const STACK_TRACE = /\n\s+at |node:internal|\.ts:\d/

suite('scriptorium transcribe', () => {
  /** Checks that it leaves nothing in the folder. */
  const transcribe = async (folder: string, ...args: string[]) => {
    const answer = await scriptorium(['transcribe', ...args], { TMPDIR: folder })
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('scriptorium-')),
      [],
    )
    assert.ok(!existsSync(join(folder, 'data')))
    return answer
  }

  test('prints the text, with times if they are wanted', async () => {
    const { code, stdout, stderr } = await transcribe(temporaryFolder(), SAMPLE_PATH, '--timestamps')
    assert.deepEqual([code, stderr], [0, ''], 'no progress bar where there is no terminal')
    assert.match(stdout, /^00:00:0\d welcome.*transcript/is)
  })

  // The exporters have tests of their own.
  test('prints subtitles and JSON', long, async () => {
    const folder = temporaryFolder()
    const [speech, silent] = [join(folder, 'speech.wav'), join(folder, 'silent.wav')]
    writeFileSync(speech, SHORT)
    writeFileSync(silent, SILENCE)
    const options = ['--language', 'en', '--format']
    const vtt = await transcribe(folder, silent, ...options, 'vtt')
    assert.match(vtt.stdout, /^WEBVTT\n/)
    const json = await transcribe(folder, speech, ...options, 'json')
    const { full_transcript, languages, utterances } = JSON.parse(json.stdout) as Transcription
    assert.deepEqual(languages, ['en'])
    assert.match(full_transcript, /welcome/i)
    assert.ok(utterances.every(({ words }) => words.length > 0))
    assert.deepEqual([vtt.code, json.code], [0, 0])
  })

  test('goes on with the other files when one fails, and says which and why', async () => {
    const folder = temporaryFolder()
    const [good, bad] = [join(folder, 'good one.wav'), join(folder, 'bad.wav')]
    writeFileSync(good, SHORT)
    writeFileSync(bad, 'This is not audio.')
    writeFileSync(join(folder, 'silent.wav'), SILENCE)
    const files = [bad, join(folder, 'missing.wav'), good, join(folder, 'silent.wav')]
    const { code, stdout, stderr } = await transcribe(folder, '-l', 'en', ...files)
    assert.equal(code, 1)
    assert.match(stdout, /^# .*good one\.wav\n.*welcome[^#]*\n# .*silent\.wav\n/is)
    const lines = stderr.trimEnd().split('\n')
    assert.equal(lines.length, 2, stderr)
    assert.match(lines[0] ?? '', /bad\.wav: The file cannot be decoded/)
    assert.match(lines[1] ?? '', /missing\.wav: /)
    assert.doesNotMatch(stderr, STACK_TRACE)
  })

  test('refuses options that it does not have', async () => {
    const folder = temporaryFolder()
    for (const [args, complaint] of [
      [['--format', 'pdf', SAMPLE_PATH], /--format.*txt, md, srt, vtt, json/],
      [['--format', 'docx', SAMPLE_PATH, SAMPLE_PATH], /--format docx.*one file/],
      [['--language', 'klingon', SAMPLE_PATH], /--language/],
      [['--loud', SAMPLE_PATH], /--loud/],
      [[], /file/],
    ] as const) {
      const { code, stdout, stderr } = await transcribe(folder, ...args)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, complaint)
      assert.doesNotMatch(stderr, STACK_TRACE)
    }
  })
})
