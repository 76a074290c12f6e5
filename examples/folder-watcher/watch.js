/** Transcribes the audio files that appear in a folder. For `talk.mp3`, it writes `talk.mp3.txt` and `talk.mp3.srt` beside it. */
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Scriptorium, ScriptoriumError } from '@scriptorium/client'
import { openFile } from '@scriptorium/client/node'

const { SCRIPTORIUM_URL: url = 'http://localhost:8080', SCRIPTORIUM_KEY: key } = process.env
const [folder] = process.argv.slice(2)
if (!key || !folder)
  fail('SCRIPTORIUM_KEY and a folder are needed: SCRIPTORIUM_KEY=… node watch.js ~/recordings')
if (!(await stat(folder).catch(() => null))?.isDirectory()) fail(`${folder}: there is no such folder`)
const AUDIO = /\.(?:aac|flac|m4a|mkv|mov|mp3|mp4|ogg|opus|wav|webm)$/i
const PAUSE_MS = 1_000

const scriptorium = new Scriptorium({ url, key })
// Fail at once if the URL or the key is wrong, not at the first file.
await scriptorium.request('GET', 'v2/limits').catch((error) => fail(error.message))
/** The last seen size of each file: a file that grows is still being written. */
const sizes = new Map()
const failed = new Set()

console.log(`Watching ${folder}`)
for (;;) {
  const names = new Set(await readdir(folder))
  for (const name of names) {
    if (!AUDIO.test(name) || names.has(`${name}.txt`) || failed.has(name)) continue
    const { size = -1 } = (await stat(join(folder, name)).catch(() => null)) ?? {}
    if (size > 0 && sizes.get(name) === size) await transcribe(name)
    sizes.set(name, size)
  }
  await sleep(PAUSE_MS)
}

async function transcribe(name) {
  const path = join(folder, name)
  try {
    const { id } = await scriptorium.transcribe(await openFile(path))
    // The text comes last, since its presence marks the file as done.
    for (const format of ['srt', 'txt']) {
      const file = await scriptorium.export(id, format)
      await writeFile(`${path}.${format}`, await file.text())
    }
    console.log(`${name}: done`)
  } catch (error) {
    console.error(`${name}: ${error.message}`)
    // Temporary errors are retried.
    if (!(error instanceof ScriptoriumError && error.isTemporary)) failed.add(name)
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
