/** How commands fail: their errors and exit codes. */

/** The exit codes of all commands other than 0, as listed in docs/command-line.md. After a signal, it is 128 plus its number. */
export const EXIT = {
  /** A job, a request, a file or a check has failed. */
  failed: 1,
  /** The arguments are invalid, or there is no key. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const

/** The arguments of a command are invalid; the message says what to give instead. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command cannot continue; the message says what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
