/** The exit codes of all commands besides 0, as docs/command-line.md lists them; 128 and its number after a signal. */
export const EXIT = {
  /** A job, a request, a file or a check has failed. */
  failed: 1,
  /** The arguments make no sense, or there is no key. */
  usage: 2,
  /** Ctrl-C. */
  interrupted: 130,
} as const
