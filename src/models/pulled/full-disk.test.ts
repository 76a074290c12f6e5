/** A disk that fills up during a pull, tested on a separate disk. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { createGuardedFetch } from '../../platform/net/guarded-fetch.ts'
import { serveFiles } from '../testing/file-server.ts'
import { described } from '../text/testing/tiny-models.ts'
import { ModelError } from './model-error.ts'
import { ModelsFolder } from './models-folder.ts'

const root = mkdtempSync(path.join(tmpdir(), 'scriptorium-full-'))
const disk = mount()
after(() => {
  if (disk !== null) execFileSync('/bin/umount', ['-l', disk])
  rmSync(root, { recursive: true })
})

/** Null if nothing can be mounted. */
function mount(): string | null {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', root], { stdio: 'ignore' })
    return root
  } catch {
    return null
  }
}

const skip = disk === null && 'NO TMPFS CAN BE MOUNTED: the full disk is not tested'

test(
  'a pull for which the disk fills up goes on where it stopped, once there is space',
  { skip },
  async (t) => {
    const files = {
      config: randomBytes(100_000),
      tokenizer: randomBytes(100_000),
      model: randomBytes(2_000_000),
    }
    const server = await serveFiles(
      t,
      Object.fromEntries(Object.entries(files).map(([name, bytes]) => [`/moods/${name}`, bytes])),
      [{}, {}, { breakOnceReceived: 1_000_000 }],
    )
    const model = described(files, { name: 'moods', purpose: 'sentiment', labels: { good: 'positive' } })
    const ballast = path.join(root, 'ballast')
    const folder = new ModelsFolder(path.join(root, 'models'))
    const pull = (onProgress: (share: number) => void) =>
      folder.pull(model, {
        base: server.url,
        fetch: createGuardedFetch({ allowPrivate: true }),
        retryDelay: 1,
        onProgress,
        trial: async () => {},
      })
    // Another program takes the rest of the disk while the connection is broken.
    const fill = (share: number) => {
      const bytes = Math.round(share * 2_200_000) - 200_000
      if (bytes >= 1_000_000) takeAll(ballast)
      server.received(bytes)
    }
    await assert.rejects(pull(fill), (error) => {
      assert.ok(error instanceof ModelError, String(error))
      assert.equal(
        error.message,
        'The disk is full: free some space and pull it again; it resumes where it stopped',
      )
      return true
    })
    rmSync(ballast)
    assert.equal(await pull(() => {}), true)
    assert.equal(server.requests.filter(({ path: asked }) => asked === '/moods/config').length, 1)
    assert.match(server.requests.at(-1)?.range ?? '', /^bytes=1\d{6}-$/)
    assert.deepEqual(await folder.stateOf(model), { type: 'pulled' })
  },
)

/** Writes until the disk is full. */
function takeAll(file: string): void {
  for (let bytes = 2 ** 20; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC')
    }
  }
}
