/** A sign-in cannot begin, because so many have. */
export class TooManySignInsError extends Error {
  override readonly name = 'TooManySignInsError'
}
