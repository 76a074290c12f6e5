import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { UsageError } from '../errors.ts'
import { findInputs } from './inputs.ts'
import { outputFor } from './outputs.ts'

suite('what is transcribed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-inputs-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  mkdirSync(join(folder, '.hidden'))
  mkdirSync(join(folder, 'notes'))
  for (const name of [
    'b.MP3',
    'a.wav',
    'notes.txt',
    '._a.wav',
    'deep/er/c.mkv',
    '.hidden/d.wav',
    'notes/e.txt',
  ])
    writeFileSync(join(folder, name), '')
  symlinkSync('a.wav', join(folder, 'link.ogg'))
  const stems = (isRecursive: boolean) => findInputs([folder], isRecursive).map(({ stem }) => stem)

  test('is the audio and video in a folder, sorted by name, without hidden files', () => {
    assert.deepEqual(stems(false), ['a', 'b', 'link'])
    assert.deepEqual(stems(true), ['a', 'b', 'deep/er/c', 'link'])
  })

  test('is an error for a folder without any', () => {
    assert.throws(() => findInputs([join(folder, 'deep')], false), /no audio or video.*--recursive/)
    assert.throws(() => findInputs([join(folder, 'notes')], true), /no audio or video files in this folder$/)
    assert.throws(() => findInputs([], true), UsageError)
  })

  test('is any file or URL that is given', () => {
    const [file, url, bare] = findInputs(
      [join(folder, 'notes.txt'), 'HTTPS://example.com/a%20talk.mp4?x=1', 'http://example.com/'],
      false,
    )
    assert.partialDeepStrictEqual(file, { type: 'file', stem: 'notes' })
    assert.partialDeepStrictEqual(url, { type: 'url', stem: 'a talk' })
    assert.partialDeepStrictEqual(bare, { type: 'url', stem: 'audio' })
    assert.throws(() => findInputs(['http://[x'], false), /must be a valid URL/)
  })

  test('is never written to the same file twice', () => {
    const inputs = findInputs([folder, join(folder, 'a.wav')], false)
    const into = { format: ['txt'], outputDir: 'out' } as const
    assert.throws(() => outputFor(into, inputs), /a\.wav and .*a\.wav would both be written to out\/a/)
    for (const [options, complaint] of [
      [{ format: ['srt'] }, /--format srt prints one file at a time/],
      [{ format: ['srt', 'txt'] }, /Several formats need --output-dir/],
      [{ format: ['txt'], skipExisting: true }, /--skip-existing needs/],
    ] as const)
      assert.throws(() => outputFor(options, inputs), complaint)
  })
})
