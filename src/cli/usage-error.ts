/** The arguments of a command do not make sense; the message says what to give instead. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
