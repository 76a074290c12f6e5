/** Transcribes the audio files that appear in a folder: beside `talk.mp3`, `talk.mp3.txt` and `talk.mp3.srt` are written. */
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Scriptorium, ScriptoriumError } from '@scriptorium/client'
import { openFile } from '@scriptorium/client/node'

const { SCRIPTORIUM_URL: url = 'http://localhost:8080', SCRIPTORIUM_KEY: key = '' } = process.env
const [folder = '.'] = process.argv.slice(2)
const AUDIO = /\.(?:aac|flac|m4a|mkv|mov|mp3|mp4|ogg|opus|wav|webm)$/i
const PAUSE_MS = 1_000

const scriptorium = new Scriptorium({ url, key })
/** The size of each file when it was last seen: one that grows is still being written. */
const sizes = new Map<string, number>()
const failed = new Set<string>()

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

async function transcribe(name: string): Promise<void> {
  const path = join(folder, name)
  try {
    const { id } = await scriptorium.transcribe(await openFile(path))
    // The text last: it says that the file is done.
    for (const format of ['srt', 'txt'] as const) {
      const file = await scriptorium.export(id, format)
      await writeFile(`${path}.${format}`, await file.text())
    }
    console.log(`${name}: done`)
  } catch (error) {
    console.error(`${name}: ${(error as Error).message}`)
    // Others are tried again.
    if (!(error instanceof ScriptoriumError && error.isTemporary)) failed.add(name)
  }
}
