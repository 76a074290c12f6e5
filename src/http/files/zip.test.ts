import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import AdmZip from 'adm-zip'
import fc from 'fast-check'
import { temporaryFolder } from '../../../test/support/scriptorium.ts'
import { type ZippedFile, zipped } from './zip.ts'

const UNZIP = '/usr/bin/unzip'

async function* listed(files: readonly ZippedFile[]): AsyncGenerator<ZippedFile> {
  yield* files
}

suite('a streamed ZIP', () => {
  test('has the given names and contents, whatever they are', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((one) => !/[/\\\0]/.test(one))
    const content = fc.array(fc.uint8Array({ maxLength: 5_000 }), { maxLength: 4 })
    const files = fc.uniqueArray(fc.record({ name, content }), {
      selector: (file) => file.name,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(files, async (given) => {
        const read = new AdmZip(await buffer(zipped(listed(given)))).getEntries()
        assert.deepEqual(
          read.map((entry) => [entry.entryName, entry.getData().toString('hex')]),
          given.map((file) => [file.name, Buffer.concat(file.content).toString('hex')]),
        )
      }),
      { numRuns: 50 },
    )
  })

  test('passes the check of unzip', { skip: !existsSync(UNZIP) && 'unzip is not installed' }, async () => {
    const files = ['one.txt', 'zwei ü 二.txt'].map((name) => ({ name, content: [randomBytes(100_000)] }))
    const file = join(temporaryFolder(), 'files.zip')
    writeFileSync(file, await buffer(zipped(listed(files))))
    assert.match(execFileSync(UNZIP, ['-t', file], { encoding: 'utf8' }), /No errors detected/)
  })

  test('is created no faster than it is read, and stops when the reader is gone', async () => {
    let made = 0
    const released = Promise.withResolvers<void>()
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield randomBytes(65_536)
          made++
        }
      } finally {
        released.resolve()
      }
    }
    const reader = zipped(listed([{ name: 'endless', content: endless() }]))
    for (let i = 0; i < 20; i++) await reader.next()
    assert.ok(made < 40, `${made} pieces`)
    await reader.return(undefined)
    await released.promise
  })

  test('fails with the error of a file', async () => {
    // oxlint-disable-next-line require-yield -- it fails first
    async function* broken(): AsyncGenerator<Uint8Array> {
      throw new Error('broken')
    }
    await assert.rejects(buffer(zipped(listed([{ name: 'a', content: broken() }]))), /^Error: broken$/)
  })
})
