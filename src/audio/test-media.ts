/** Media for the tests of this room, made by ffmpeg itself: nothing is committed that a command can make. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFfmpeg } from './ffmpeg.ts'

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

/** Options that make a source of sound from one expression in `t` (seconds) per channel. */
export function sound(expressions: readonly string[], rate: number, seconds: number): string[] {
  const escaped = expressions.map((expression) => expression.replaceAll(',', '\\,')).join('|')
  return ['-f', 'lavfi', '-i', `aevalsrc=${escaped}:s=${rate}:d=${seconds}`]
}
