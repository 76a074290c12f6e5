import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, mock, suite, test, type TestContext } from 'node:test'
import { cpuSeconds, FfmpegError, findFfmpeg, runFfmpeg } from './ffmpeg.ts'
import { noChildLeft, temporaryFolder } from './testing/media.ts'

const folder = await temporaryFolder(after)

/** A program in place of ffmpeg, to do what the real one does not do on demand. */
async function program(name: string, script: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

async function outputOf(ffmpeg: string, signal?: AbortSignal): Promise<string> {
  let text = ''
  for await (const chunk of runFfmpeg(ffmpeg, ['one argument', '$HOME'], { signal })) text += chunk
  return text
}

function faultIs(fault: FfmpegError['fault'], said?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof FfmpegError)
    assert.equal(error.fault, fault)
    if (said !== undefined) assert.match(error.message, said)
    return true
  }
}

suite('findFfmpeg', () => {
  const path = process.env['PATH']
  after(() => {
    process.env['PATH'] = path
  })

  test('uses the executable it is given, and no other', async () => {
    const given = await program('given', 'exit 0')
    assert.equal(await findFfmpeg(given), given)
    await assert.rejects(findFfmpeg(join(folder, 'absent')), /FFMPEG_PATH is .*absent, which is not an exec/)
    await assert.rejects(findFfmpeg(folder), /not an executable file/)
    await writeFile(join(folder, 'plain'), '')
    await assert.rejects(findFfmpeg(join(folder, 'plain')), /not an executable file/)
  })

  test('prefers the PATH over the npm packages', async () => {
    await mkdir(join(folder, 'bin'))
    const installed = await program('bin/ffmpeg', 'exit 0')
    process.env['PATH'] = `${join(folder, 'absent')}::${join(folder, 'bin')}`
    assert.equal(await findFfmpeg(), installed)
    await chmod(installed, 0o644)
    assert.notEqual(await findFfmpeg(), installed)
  })

  test('falls back on an npm package, which runs', async () => {
    process.env['PATH'] = ''
    const bundled = await findFfmpeg()
    assert.match(bundled, /node_modules/)
    let banner = ''
    for await (const text of runFfmpeg(bundled, ['-version'])) banner += text
    assert.match(banner, /^ffmpeg version/)
  })
})

suite('runFfmpeg', () => {
  // The CPU time of a child is known only on Linux.
  const skip = process.platform !== 'linux'
  after(noChildLeft, { timeout: 10_000 })

  test('passes arguments unchanged, and yields what the child prints', async () => {
    assert.equal(await outputOf(await program('echo', 'printf "%s|" "$@"')), 'one argument|$HOME|')
  })

  test('gives the child no environment of this process, and a memory limit', async () => {
    process.env['TEST_SECRET'] = 'do not tell'
    const printed = await outputOf(await program('environment', 'env; echo "limit $(ulimit -v)"'))
    delete process.env['TEST_SECRET']
    assert.match(printed, /^PATH=/m)
    assert.doesNotMatch(printed, /TEST_SECRET|HOME=/)
    if (process.platform === 'linux') assert.match(printed, /^limit 800000$/m)
  })

  test('keeps the beginning of a long stderr', async () => {
    const flood = await program('flood', 'echo the cause >&2; head -c 5000000 /dev/zero >&2; exit 3')
    await assert.rejects(outputOf(flood), (error: Error) => {
      assert.ok(error.message.length < 5000)
      return faultIs('failed', /ended with 3: the cause/)(error)
    })
  })

  test('distinguishes a fault of the machine from one of the file', async () => {
    await assert.rejects(outputOf(join(folder, 'absent')), faultIs('unusable'))
    const full = await program('full', 'echo "write: No space left on device" >&2; exit 1')
    await assert.rejects(outputOf(full), faultIs('unusable'))
    await assert.rejects(outputOf(await program('crash', 'kill -SEGV $$')), faultIs('failed', /SIGSEGV/))
    await assert.rejects(outputOf(await program('killed', 'kill -KILL $$')), faultIs('killed', /SIGKILL/))
  })

  test('reports that ffmpeg was terminated, although it handles the signal and exits with 255', async () => {
    const damaged = 'echo a fault of the file >&2; exit 255'
    await assert.rejects(outputOf(await program('terminated', damaged)), faultIs('killed', /255/))
    const failed = 'echo Error opening input: Operation not permitted >&2; exit 255'
    await assert.rejects(outputOf(await program('failed', failed)), faultIs('failed', /not permitted/))
  })

  test('ends a child that uses too much CPU time', { skip }, async () => {
    const busy = await program('busy', 'exec yes')
    const run = async () => {
      for await (const text of runFfmpeg(busy, [], { allowedCpuSeconds: () => 0.1 })) void text
    }
    await assert.rejects(run(), faultIs('slow', /CPU time/))
  })

  /** Lets the time limit pass repeatedly until the child is killed. */
  async function stalls(t: TestContext, name: string, script: string, until = () => true): Promise<unknown> {
    const realTimeout = setTimeout
    mock.timers.enable({ apis: ['setTimeout'] })
    t.after(() => mock.timers.reset())
    const settled = outputOf(await program(name, script)).then(
      () => assert.fail('it ended by itself'),
      (error: unknown) => error,
    )
    const soon = () => new Promise<null>((resolve) => realTimeout(resolve, 5, null))
    for (let isDue = false; ; isDue ||= until()) {
      const error = await Promise.race([settled, soon()])
      if (error !== null) return error
      if (isDue) mock.timers.tick(30_000)
    }
  }

  test('ends a child that hangs', { timeout: 10_000 }, async (t) => {
    faultIs('stalled')(await stalls(t, 'stalled', 'echo first words; exec sleep 1000'))
  })

  test('blames the file if the child computes and prints nothing', { timeout: 60_000, skip }, async (t) => {
    const pidOf = join(folder, 'pid')
    const hasComputed = () => existsSync(pidOf) && cpuSeconds(Number(readFileSync(pidOf, 'utf8'))) > 1.1
    const compute = `echo $$ >'${pidOf}'; while :; do :; done`
    faultIs('slow')(await stalls(t, 'computing', compute, hasComputed))
  })

  test('ends the child when it is aborted, before or during its run', { timeout: 10_000 }, async () => {
    const endless = await program('endless', 'echo first words; exec sleep 1000')
    const reason = new Error('no longer wanted')
    await assert.rejects(outputOf(endless, AbortSignal.abort(reason)), reason)
    const controller = new AbortController()
    const run = async () => {
      const { signal } = controller
      for await (const text of runFfmpeg(endless, [], { signal })) if (text !== '') controller.abort(reason)
    }
    await assert.rejects(run(), reason)
  })

  test('ends the child when its reader stops', { timeout: 10_000 }, async () => {
    const endless = await program('yes', 'exec yes')
    for await (const text of runFfmpeg(endless, [])) if (text !== '') break
  })
})
