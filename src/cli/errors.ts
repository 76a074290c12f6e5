/** How commands fail: their errors and exit codes. */

/** The exit codes of all commands besides 0, as docs/command-line.md lists them; 128 and its number after a signal. */
export const EXIT = {
  /** A job, a request, a file or a check has failed. */
  failed: 1,
  /** The arguments make no sense, or there is no key. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const

/** The arguments of a command do not make sense; the message says what to give instead. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command that cannot go on, and in the message what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
