import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { createReadStream, readFileSync } from 'node:fs'
import { appendFile, mkdir, open, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { AudioError } from './audio-error.ts'
import { decode } from './decode.ts'
import { decodeFile, retryIfLost } from './decoder.ts'
import { probe } from './probe.ts'
import { ffmpeg, make, makeSparseWav, noChildLeft, synthesised, temporaryFolder } from './testing/media.ts'

const folder = await temporaryFolder(after)
const spools = join(folder, 'spools')
await mkdir(spools)
const tenHours = await makeSparseWav(join(folder, 'ten hours.wav'), 36_000)

async function decodeHere(file: string) {
  return decode(file, { ffmpeg, maxSeconds: 60, folder: spools })
}

suite('decode', () => {
  after(noChildLeft, { timeout: 10_000 })
  after(async () => assert.deepEqual(await readdir(spools), [], 'a spool file is left'))

  test('reads any range, clipped to the recording', async () => {
    const file = await make(
      join(folder, 'ramp.wav'),
      ...synthesised(['t', '-t/2'], 16_000, 1),
      '-c:a',
      'pcm_f32le',
    )
    const recording = await decodeHere(file)
    const step = 1 / 16_000
    const near = (actual: Float32Array, expected: number[]) => {
      assert.equal(actual.length, expected.length)
      for (const [i, value] of expected.entries()) assert.ok(Math.abs((actual[i] ?? NaN) - value) < 2e-5)
    }
    assert.equal(recording.samples, 16_000)
    near(await recording.read(0, 8000, 8002), [0.5, 0.5 + step])
    near(await recording.read(1, 8000, 8002), [-0.25, -0.25 - step / 2])
    near(await recording.read(0, -5, 2), [0, step])
    near(await recording.read(0, 15_999, 20_000), [1 - step])
    near(await recording.read(0, 20_000, 30_000), [])
    near(await recording.read(0, 10, 5), [])
    await assert.rejects(recording.read(2, 0, 1), RangeError)
    await recording.close()
  })

  test('suppresses aliases of frequencies above 8 kHz', async () => {
    const file = await make(join(folder, 'high.wav'), ...synthesised(['0.5*sin(2*PI*8200*t)'], 48_000, 1))
    const recording = await decodeHere(file)
    const samples = await recording.read(0, 1000, 15_000)
    await recording.close()
    const loudest = samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0)
    assert.ok(20 * Math.log10(loudest / 0.5) < -70)
  })

  test('clips samples that are too loud instead of wrapping them', async () => {
    const file = await make(
      join(folder, 'loud.wav'),
      ...synthesised(['3', '-3'], 16_000, 0.1),
      '-c:a',
      'pcm_f32le',
    )
    const recording = await decodeHere(file)
    assert.equal((await recording.read(0, 800, 801))[0], 32_767 / 32_768)
    assert.equal((await recording.read(1, 800, 801))[0], -1)
    await recording.close()
  })

  test('decodes what follows a change of rate and channels', async () => {
    const mp3 = ['-c:a', 'libmp3lame', '-b:a', '64k', '-write_xing', '0']
    const one = await make(join(folder, 'one.mp3'), ...synthesised(['sin(440*t)'], 44_100, 3), ...mp3)
    const two = await make(join(folder, 'two.mp3'), ...synthesised(['sin(440*t)', '0'], 22_050, 3), ...mp3)
    const both = join(folder, 'both.mp3')
    for (const part of [one, two, one]) await appendFile(both, await readFile(part))
    const { duration, channels } = await probe(both, { ffmpeg, maxSeconds: 60 })
    assert.equal(channels, 1)
    assert.ok(Math.abs(duration - 9) < 0.2, `${duration}`)
    const recording = await decodeHere(both)
    assert.equal(recording.channels, 1)
    assert.ok(Math.abs(recording.samples / 16_000 - duration) < 0.05)
    assert.equal((await recording.read(0, 0, Infinity)).length, recording.samples)
    await recording.close()
  })

  test('leaves nothing behind when it fails', async () => {
    const text = join(folder, 'text.mp3')
    await writeFile(text, 'This is not music.')
    await assert.rejects(decodeHere(text), AudioError)
    await assert.rejects(decodeHere(tenHours), /longer than 1 minutes/)
  })

  test('does not blame the file for a full disk', { skip: process.platform !== 'linux' }, async () => {
    const file = await make(join(folder, 'good.wav'), ...synthesised(['t'], 16_000, 5))
    const disk = await open('/dev/full', 'w')
    const decoding = decodeFile(file, { ffmpeg, maxSeconds: 60 }, { spool: disk.fd })
    await assert.rejects(decoding, { name: 'FfmpegError', fault: 'unusable', code: 'ENOSPC' })
    await disk.close()
  })

  test('leaves nothing behind when it is aborted', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const decoding = decode(tenHours, {
      ...{ ffmpeg, folder: spools, maxSeconds: 40_000, signal: controller.signal },
      onProgress: () => controller.abort(reason),
    })
    await assert.rejects(decoding, reason)
  })

  suite('survives the loss of ffmpeg', async () => {
    const pidOf = join(folder, 'pid')
    const wrapper = join(folder, 'with its id')
    await writeFile(wrapper, `#!/bin/sh\necho $$ >'${pidOf}'\nexec '${ffmpeg}' "$@"\n`, { mode: 0o755 })
    const long = await makeSparseWav(join(folder, 'long.wav'), 1200)

    /** Probes. In the first `attempts`, sends a signal to ffmpeg once it has begun. */
    async function probeLosing(signal: NodeJS.Signals, attempts: number, onSent = () => {}) {
      let lost = 0
      return retryIfLost(async () => {
        let isFirst = true
        const onProgress = () => {
          if (isFirst && lost++ < attempts) {
            process.kill(Number(readFileSync(pidOf, 'utf8')), signal)
            onSent()
          }
          isFirst = false
        }
        return decodeFile(long, { ffmpeg: wrapper, maxSeconds: 1200 }, { onProgress })
      })
    }

    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      test(`by ${signal}`, async () => {
        assert.equal((await probeLosing(signal, 1)).timeline.decoded, 1200 * 8000)
        await assert.rejects(probeLosing(signal, 2), /^DecoderError: .* The fault is with the service/)
      })
    }

    test('that hangs', { timeout: 20_000 }, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] })
      const passTime = () => setImmediate(() => t.mock.timers.tick(30_000))
      assert.equal((await probeLosing('SIGSTOP', 1, passTime)).timeline.decoded, 1200 * 8000)
    })
  })

  test('leaves no file and no child when this process is killed', { timeout: 10_000 }, async () => {
    // The decoder inherits the writing end of a named pipe, so the pipe ends when the decoder does.
    const pipe = join(folder, 'alive')
    await promisify(execFile)('mkfifo', [pipe])
    const wrapper = join(folder, 'wrapper')
    await writeFile(wrapper, `#!/bin/sh\nexec 9>'${pipe}'\nexec '${ffmpeg}' "$@"\n`, { mode: 0o755 })
    const script = `
      import { decode } from ${JSON.stringify(import.meta.resolve('./decode.ts'))}
      const [file, ffmpeg, folder] = process.argv.slice(1)
      await decode(file, { ffmpeg, folder, maxSeconds: 40_000, onProgress: () => console.log('decoding') })`
    const service = spawn(process.execPath, [
      ...['--input-type=module', '--eval', script, '--', tenHours, wrapper, spools],
    ])
    service.stdout.once('data', () => service.kill('SIGKILL'))
    for await (const text of createReadStream(pipe)) assert.fail(`unexpected output: ${text}`)
    assert.equal(
      service.signalCode ?? (await new Promise((done) => service.once('exit', (_, by) => done(by)))),
      'SIGKILL',
    )
  })
})
