import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as fc from 'fast-check'
import { extensionOf, fetchedFileName, safeFileName } from './file-names.ts'

suite('file names from clients', () => {
  const cases = {
    'talk.mp3': 'talk.mp3',
    ' talk.mp3 ': 'talk.mp3',
    'Überraschung – 会議 🎧.m4a': 'Überraschung – 会議 🎧.m4a',
    'می‌خواهم.ogg': 'می‌خواهم.ogg', // with its zero-width non-joiner
    '/etc/passwd': 'passwd',
    '../../talk.mp3': 'talk.mp3',
    'C:\\Users\\me\\talk.mp3': 'talk.mp3',
    'a/b\\c/talk.mp3': 'talk.mp3',
    'talk.mp3\0.exe': 'talk.mp3.exe',
    'ta\r\nlk\u0085\u2028.mp3': 'talk.mp3',
    'talk\u202e3pm.exe': 'talk3pm.exe', // shown as talkexe.mp3
    '\ud800talk.mp3\udc00': 'talk.mp3',
    '': 'audio',
    '.': 'audio',
    '..': 'audio',
    'folder/': 'audio',
    '/': 'audio',
    '\u0000\u0001': 'audio',
    '   ': 'audio',
    // Hidden files, and names that look like command options.
    '.hidden': 'hidden',
    '.hidden.mp3': 'hidden.mp3',
    '-rf.mp3': 'rf.mp3',
    '--output=x.mp3': 'output=x.mp3',
    ' -. -.mp3': 'mp3',
    '-': 'audio',
    // Names that Windows takes for a stream of another file, or does not allow.
    'talk.mp3:hidden.exe': 'talk.mp3_hidden.exe',
    'What is "this"? <1>|*.mp3': 'What is _this__ _1___.mp3',
    'talk.': 'talk',
    'talk.mp3. . ': 'talk.mp3',
    // Windows devices, with any extension.
    CON: '_CON',
    'nul.mp3': '_nul.mp3',
    'Aux .tar.gz': '_Aux .tar.gz',
    'com1.wav': '_com1.wav',
    'LPT³.wav': '_LPT³.wav',
    CONOUT$: '_CONOUT$',
    'console.mp3': 'console.mp3',
    'com10.mp3': 'com10.mp3',
    'talk.con': 'talk.con',
  }
  for (const [name, safe] of Object.entries(cases)) {
    test(JSON.stringify(name), () => assert.equal(safeFileName(name), safe))
  }

  test('are truncated to 255 bytes between code points, with their extension', () => {
    assert.equal(safeFileName('a'.repeat(300)), 'a'.repeat(255))
    assert.equal(safeFileName(`${'a'.repeat(300)}.mp3`), `${'a'.repeat(251)}.mp3`)
    assert.equal(safeFileName(`${'é'.repeat(300)}.mp3`), `${'é'.repeat(125)}.mp3`)
    assert.equal(safeFileName('🎧'.repeat(100)), '🎧'.repeat(63))
  })

  test('are safe whatever the input, and unchanged when processed again', () => {
    const parts = fc.constantFrom('con', 'NUL', 'com1', '.', '-', ':', ' ', '_', 'a', '.mp3')
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.array(parts, { maxLength: 6 }).map((found) => found.join('')),
    )
    const safe = fc.property(any, (name) => {
      const shown = safeFileName(name)
      assert.ok(shown.length > 0 && Buffer.byteLength(shown) <= 255)
      assert.ok(shown.isWellFormed())
      assert.doesNotMatch(shown, /[/\\<>:"|?*\p{Cc}]|^[.-]|[. ]$/u)
      assert.doesNotMatch(shown, /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      assert.equal(safeFileName(shown), shown)
    })
    fc.assert(safe, { seed: 1, numRuns: 5_000 })
  })
})

suite('names of fetched files', () => {
  const url = new URL('https://example.com/a%20b/t%C3%A4lk.mp3?token=secret#part')

  test('come from the Content-Disposition header', () => {
    for (const [header, name] of Object.entries({
      'attachment; filename="my talk.mp3"': 'my talk.mp3',
      'attachment; filename=talk.mp3': 'talk.mp3',
      "attachment; filename=x.mp3; filename*=UTF-8''%e4%bc%9a.mp3": '会.mp3',
      'inline; filename="../../etc/passwd"': 'passwd',
    })) {
      assert.equal(fetchedFileName(url, header), name, header)
    }
  })

  test('come from the path of the URL when the header is absent or malformed', () => {
    for (const header of [undefined, '', 'inline', 'attachment; filename=""', 'filename=x.mp3', ';;=']) {
      assert.equal(fetchedFileName(url, header), 'tälk.mp3', header)
    }
    assert.equal(fetchedFileName(new URL('https://example.com/')), 'audio')
    assert.equal(fetchedFileName(new URL('https://example.com/50%.mp3')), '50%.mp3')
    assert.equal(fetchedFileName(new URL('https://example.com/a%2Fb%5Cc.mp3')), 'c.mp3')
  })
})

suite('extensions', () => {
  const cases = {
    'talk.mp3': 'mp3',
    'TALK.MP3': 'mp3',
    'talk.tar.gz': 'gz',
    talk: '',
    'talk.': '',
    '.mp3': '',
    'Dr. Smith speaks': '',
    'talk.mp3?x=1': '',
    'talk.会議': '',
    'talk.averyveryverylongend': '',
  }
  for (const [name, extension] of Object.entries(cases)) {
    test(JSON.stringify(name), () => assert.equal(extensionOf(name), extension))
  }
})
