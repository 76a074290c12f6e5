/** A command that cannot go on, and in the message what to do about it. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
