/** Media for the tests of this room, made by ffmpeg itself: nothing is committed that a command can make. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFfmpeg } from '../ffmpeg.ts'

/** The executable under test: `FFMPEG_PATH` chooses another, to see that all behave alike. */
export const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH'])

/** A folder that is gone after the test. */
export async function temporaryFolder(cleanUp: (remove: () => Promise<void>) => void): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'audio-test-'))
  cleanUp(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs ffmpeg to make `file`. */
export async function make(file: string, ...args: readonly string[]): Promise<string> {
  await promisify(execFile)(ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, file])
  return file
}

/** What ffmpeg writes where it cannot go back to fill in a size. */
export async function piped(...args: readonly string[]): Promise<Buffer> {
  const options = { encoding: 'buffer', maxBuffer: 2 ** 24 } as const
  const { stdout } = await promisify(execFile)(
    ffmpeg,
    ['-v', 'error', '-nostdin', ...args, 'pipe:1'],
    options,
  )
  return stdout
}

/** Options that make a source of sound from one expression in `t` (seconds) per channel. */
export function sound(expressions: readonly string[], rate: number, seconds: number): string[] {
  const escaped = expressions.map((expression) => expression.replaceAll(',', '\\,')).join('|')
  return ['-f', 'lavfi', '-i', `aevalsrc=${escaped}:s=${rate}:d=${seconds}`]
}

/** A WAV file of silence that says what it is told to say. */
export function wav(
  says: { rate?: number; channels?: number; bits?: number; dataBytes?: number },
  bytes = 32_000,
) {
  const { rate = 16_000, channels = 1, bits = 16, dataBytes = bytes } = says
  const frame = (channels * bits) / 8
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF')
  file.writeUInt32LE((36 + dataBytes) % 2 ** 32, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE((rate * frame) % 2 ** 32, 28)
  file.writeUInt16LE(frame % 2 ** 16, 32)
  file.writeUInt16LE(bits, 34)
  file.write('data', 36)
  file.writeUInt32LE(dataBytes, 40)
  return file
}

/** Silence of any length, which takes no space on the disk. */
export async function makeSparseWav(file: string, seconds: number): Promise<string> {
  const bytes = seconds * 8000
  await writeFile(file, wav({ rate: 8000, bits: 8, dataBytes: bytes }, 0))
  await truncate(file, 44 + bytes)
  return file
}

/** Waits until no child process is left; one that stays fails the test by its timeout. */
export async function noChildLeft(): Promise<void> {
  while (process.getActiveResourcesInfo().includes('ProcessWrap')) await new Promise(setImmediate)
}
