/** The audio of a live session, from a program that records or decodes it. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { CommandError } from '../errors.ts'
import type { Io } from './io.ts'

/** The format of the audio that these programs write. */
export const FORMAT = { encoding: 'wav/pcm', bit_depth: 16, sample_rate: 16_000, channels: 1 } as const
const RATE = String(FORMAT.sample_rate)
const RAW = ['-vn', '-ac', '1', '-ar', RATE, '-f', 's16le', '-flush_packets', '1', 'pipe:1']
const QUIET = ['-hide_banner', '-nostdin', '-loglevel', 'error']

type Program = readonly [command: string, ...args: string[]]

const ARECORD: Program = ['arecord', '-q', '-t', 'raw', '-f', 'S16_LE', '-r', RATE, '-c', '1']
const SOX: Program = ['rec', '-q', '-t', 'raw', '-e', 'signed', '-b', '16', '-r', RATE, '-c', '1', '-']
const ffmpegFrom = (format: string, device: string): Program => [
  'ffmpeg',
  ...QUIET,
  '-f',
  format,
  '-i',
  device,
  ...RAW,
]

/** Programs that record the default microphone; the first installed one is used. */
const RECORDERS: Partial<Record<NodeJS.Platform, readonly Program[]>> = {
  linux: [ARECORD, SOX, ffmpegFrom('pulse', 'default')],
  darwin: [SOX, ffmpegFrom('avfoundation', ':0')],
}

/** @throws {CommandError} if no program that can record is installed */
export function recorder({ env }: Io): Program {
  const folders = (env['PATH'] ?? '').split(delimiter)
  for (const [command, ...args] of RECORDERS[process.platform] ?? []) {
    const path = folders.map((folder) => join(folder, command)).find(isProgram)
    if (path !== undefined) return [path, ...args]
  }
  throw new CommandError(
    'no program that can record was found: install alsa-utils (arecord), sox (rec) or ffmpeg, or pipe audio into "scriptorium live -"',
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Decodes a file, or standard input with `-`.
 * @param isPaced whether to read a file in real time
 */
export async function decoder(source: string, { env }: Io, isPaced: boolean): Promise<Program> {
  const ffmpeg = await findFfmpeg(env['FFMPEG_PATH'] || undefined)
  const input = source === '-' ? ['-i', 'pipe:0'] : [...(isPaced ? ['-re'] : []), '-i', `file:${source}`]
  return [ffmpeg, ...QUIET, ...input, ...RAW]
}

/**
 * Runs a program, and yields its output until it ends or the signal is aborted. Leaving the loop ends the program.
 * @param input its standard input, if any
 * @param complaintOf returns the error message if it fails, given its last line of standard error
 * @throws {CommandError} with that message
 */
export async function* outputOf(
  [command, ...args]: Program,
  input: Readable | null,
  complaintOf: (line: string) => string,
  signal: AbortSignal,
): AsyncGenerator<Buffer<ArrayBuffer>, void> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>((resolve) =>
    child.once('close', resolve).once('error', () => resolve(null)),
  )
  const said = text(child.stderr)
  const stop = () => child.kill()
  signal.addEventListener('abort', stop)
  if (input === null) child.stdin.end()
  // A program that has read enough closes its input.
  else pipeline(input, child.stdin, { signal }).catch(() => {})
  try {
    for await (const chunk of child.stdout) yield chunk as Buffer<ArrayBuffer>
    if ((await closed) === 0 || signal.aborted) return
    throw new CommandError(complaintOf((await said).trim().split('\n').at(-1) ?? ''))
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
    await closed
  }
}
