/** Unusable and malicious files are refused with a clear message, quickly and within limits. */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import * as fc from 'fast-check'
import { isLong } from '../support/long.ts'
import { AudioError } from '../../src/audio/audio-error.ts'
import { decode } from '../../src/audio/decode.ts'
import { probe } from '../../src/audio/probe.ts'
import {
  ffmpeg,
  make,
  makeSparseWav,
  synthesised,
  temporaryFolder,
  wav,
} from '../../src/audio/testing/media.ts'

const folder = await temporaryFolder(after)
const spools = await temporaryFolder(after)

const UNREADABLE =
  /^The file cannot be decoded: it is damaged, incomplete or not in a supported format \(wav, /

async function probeIt(name: string, maxSeconds = 60) {
  return probe(join(folder, name), { ffmpeg, maxSeconds })
}

async function refuses(
  name: string,
  content: string | Uint8Array | undefined,
  message: RegExp,
): Promise<void> {
  if (content !== undefined) await writeFile(join(folder, name), content)
  const probing = assert.rejects(probeIt(name), (error: unknown) => {
    assert.ok(error instanceof AudioError, String(error))
    assert.match(error.message, message)
    assert.ok(!error.message.includes(folder) && !error.message.includes('ffmpeg'), 'names the machine')
    return true
  })
  const decoding = decode(join(folder, name), { ffmpeg, maxSeconds: 60, folder: spools })
  await Promise.all([probing, assert.rejects(decoding, AudioError)])
}

suite('files that are not audio', () => {
  test('an empty file', () => refuses('empty', '', /^The file is empty\.$/))
  test('text', () => refuses('a.mp3', 'Hello, this is a text. '.repeat(1000), UNREADABLE))
  test('two letters', () => refuses('b.wav', 'hi', UNREADABLE))
  test('a page that says 404', () =>
    refuses('c.wav', '<!DOCTYPE html><html><body>404</body></html>', UNREADABLE))
  test('zeros', () => refuses('d.wav', Buffer.alloc(100_000), UNREADABLE))
  test('a zip archive', () => refuses('e.zip', `PK\x03\x04${'\0'.repeat(22)}a.txthello`, UNREADABLE))

  test('random bytes', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 100_000, size: 'max' })
    const property = fc.asyncProperty(bytes, (content) => refuses('random', content, UNREADABLE))
    await fc.assert(property, { seed: 1, numRuns: isLong ? 15 : 5, endOnFailure: true })
  })

  for (const name of ['a.png', 'a.jpg', 'a.gif']) {
    test(`a picture: ${name}`, async () => {
      await make(join(folder, name), '-f', 'lavfi', '-i', 'testsrc=s=64x48', '-frames:v', '1')
      await refuses(name, undefined, UNREADABLE)
    })
  }

  test('video without audio', async () => {
    await make(join(folder, 'mute.mp4'), '-f', 'lavfi', '-i', 'testsrc=s=64x48:d=1', '-c:v', 'mpeg4')
    await refuses('mute.mp4', undefined, /^The file has no audio track\.$/)
  })

  test('audio without samples', () =>
    refuses('none.wav', wav({}, 0), /^The audio track of the file is empty\.$/))

  test('more than two channels', async () => {
    await refuses(
      '3.wav',
      wav({ channels: 3 }),
      /^The audio has 3 channels: send 1 \(mono\) or 2 \(stereo\)\.$/,
    )
    await refuses('64.wav', wav({ channels: 64 }), /64 channels/)
  })
})

suite('files that refer to other files', () => {
  test('open neither a file nor a connection', async (t) => {
    const server = createServer(() => assert.fail('a connection was opened')).listen(0, '127.0.0.1')
    await new Promise((ready) => server.once('listening', ready))
    t.after(() => server.close())
    const address = server.address()
    assert.ok(typeof address === 'object' && address !== null)
    const url = `http://127.0.0.1:${address.port}/a.wav`
    await make(join(folder, 'other.wav'), ...synthesised(['0'], 16_000, 1))
    for (const target of [url, join(folder, 'other.wav'), 'other.wav']) {
      const list = `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${target}\n#EXT-X-ENDLIST\n`
      await refuses('list.m3u8', list, UNREADABLE)
      await refuses('list.mp3', list, UNREADABLE)
      await refuses('list.m3u', `${target}\n`, UNREADABLE)
      await refuses('list.txt', `ffconcat version 1.0\nfile '${target}'\n`, UNREADABLE)
    }
    await refuses('a.sdp', 'v=0\no=- 0 0 IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n', UNREADABLE)
    await refuses('a.srt', '1\n00:00:00,000 --> 00:00:05,000\nHello\n', UNREADABLE)
    await refuses('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:05.000\nHello\n', UNREADABLE)
  })
})

suite('a wrong WAV header', () => {
  test('with too large a size', () =>
    refuses('great.wav', wav({ dataBytes: 40_000 }), /^The file is incomplete: it declares at least 40000 /))

  test('with too small a size is accepted: other chunks may follow', async () => {
    await writeFile(join(folder, 'small.wav'), wav({ dataBytes: 16_000 }))
    assert.deepEqual(await probeIt('small.wav'), { duration: 0.5, channels: 1 })
  })

  test('with a wrong rate', async () => {
    await refuses(
      '1.wav',
      wav({ rate: 1 }),
      /^The audio claims a sample rate of 1 Hz: send 1000 to 384000 Hz\.$/,
    )
    await writeFile(join(folder, '655k.wav'), wav({ rate: 655_350 }))
    await assert.rejects(probeIt('655k.wav'), /655350 Hz: send 1000 to 384000 Hz/)
    await refuses('2e9.wav', wav({ rate: 2_000_000_000 }), /2000000000 Hz/)
    await refuses('4e9.wav', wav({ rate: 4_000_000_000 }), UNREADABLE)
    await refuses('0.wav', wav({ rate: 0 }), UNREADABLE)
  })

  test('with wrong channels and bits', async () => {
    await refuses('c0.wav', wav({ channels: 0 }), UNREADABLE)
    await refuses('c65535.wav', wav({ channels: 65_535 }), UNREADABLE)
    await refuses('b0.wav', wav({ bits: 0 }), UNREADABLE)
  })
})

suite('truncated files', { concurrency: 2 }, () => {
  const NOISE = synthesised(['random(0)-0.5'], 16_000, 3)
  const VIDEO = '-f lavfi -i testsrc=s=64x48:r=10:d=5 -c:v mpeg4'.split(' ')
  const FRAGMENTS = '-movflags empty_moov+default_base_moof -frag_duration 500000'.split(' ')
  const FORMATS: [name: string, ...args: string[]][] = [
    ['whole.wav'],
    ['chunks in front.wav', '-metadata', 'title=A title', '-write_bext', '1'],
    ['whole.flac'],
    ['whole.mp3', '-c:a', 'libmp3lame'],
    ['stereo.mp3', '-c:a', 'libmp3lame', '-ar', '44100', '-ac', '2'],
    ['whole.ogg', '-c:a', 'libvorbis'],
    ['whole.opus', '-c:a', 'libopus'],
    ['whole.m4a', '-c:a', 'aac'],
    ['begins to play at once.m4a', '-c:a', 'aac', '-movflags', '+faststart'],
    ['in fragments.mp4', '-c:a', 'aac', ...FRAGMENTS],
    ['video.mp4', ...VIDEO, '-c:a', 'aac', '-movflags', '+faststart'],
    ['video.mov', ...VIDEO, '-c:a', 'pcm_s16be'],
    ['video.mkv', ...VIDEO, '-c:a', 'flac'],
    ['whole.webm', '-c:a', 'libopus'],
  ]

  for (const [name, ...args] of FORMATS) {
    test(name, async () => {
      const whole = await readFile(await make(join(folder, name), ...NOISE, ...args))
      for (const part of isLong ? [0.3, 0.5, 0.9] : [0.5]) {
        const cut = whole.subarray(0, Math.floor(part * whole.length))
        await refuses(`cut ${name}`, cut, /^The file is incomplete: it declares .* and contains /)
      }
    })
  }

  test('are reported with both lengths', async () => {
    const cut = wav({}).subarray(0, 20_000)
    await refuses(
      'cut.wav',
      cut,
      /it declares at least 32000 bytes and contains 20000\. Send the whole file\.$/,
    )
    const flac = await readFile(await make(join(folder, 'long.flac'), ...NOISE))
    await refuses(
      'cut.flac',
      flac.subarray(0, flac.length / 2),
      /it declares 3\.0 s of audio and contains 1\.[345] s\. Send the whole file\.$/,
    )
  })

  test('may have nothing left to decode', async () => {
    const whole = await readFile(await make(join(folder, 'head.flac'), ...NOISE))
    await refuses('head.flac', whole.subarray(0, 1000), /^The (file cannot be|audio track of the file is)/)
  })
})

suite('files that are expensive to inspect', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  test('a hundred thousand empty boxes', () =>
    refuses('boxes.mp4', bytes('\0\0\0\x08free'.repeat(100_000)), UNREADABLE))
  test('a box of 2⁶⁴ − 1 bytes', () =>
    refuses('huge.mp4', bytes(`\0\0\0\x01mdat${'\xff'.repeat(8)}`), /^The file is incomplete/))
  test('frames that all begin and never end', () =>
    refuses('frames.flac', bytes(`fLaC${'\xff\xf8'.repeat(500_000)}`), UNREADABLE))
})

suite('hours of silence', () => {
  test('as a sparse WAV', async () => {
    await makeSparseWav(join(folder, 'long.wav'), 36_000)
    await refuses(
      'long.wav',
      undefined,
      /^The audio is longer than 1 minutes, the limit: send it in parts\.$/,
    )
    await assert.rejects(probeIt('long.wav', 600), /longer than 10 minutes/)
  })

  test('in a few bytes a second is refused whatever the limit', async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:n=65535', '-t', '8000', '-c:a', 'flac']
    await make(join(folder, 'tiny.flac'), ...silence, '-compression_level', '0', '-frame_size', '65535')
    await assert.rejects(
      probeIt('tiny.flac', 8100),
      /^AudioError: The file is compressed beyond what real audio allows/,
    )
  })

  test('at a high rate is refused before the limit', async () => {
    const silence = ['-f', 'lavfi', '-i', 'anullsrc=r=384000:cl=stereo:n=65535', '-t', '30', '-c:a', 'flac']
    await make(join(folder, 'fast.flac'), ...silence)
    await assert.rejects(probeIt('fast.flac', 60), /at 384000 Hz\. Send the recording at a lower sample rate/)
  })

  test('as a FLAC file of 8 KB', async () => {
    await make(
      join(folder, 'long.flac'),
      ...['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono:n=65535', '-t', '3600'],
      ...['-c:a', 'flac', '-compression_level', '0', '-frame_size', '65535'],
    )
    await refuses('long.flac', undefined, /longer than 1 minutes/)
  })

  test('a file of exactly the limit is not too long', async () => {
    await make(join(folder, 'exact.mp3'), ...synthesised(['0'], 44_100, 60), '-c:a', 'libmp3lame')
    assert.deepEqual(await probeIt('exact.mp3'), { duration: 60, channels: 1 })
  })
})
