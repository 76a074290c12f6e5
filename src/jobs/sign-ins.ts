/** A sign-in cannot begin, because too many are in progress. */
export class TooManySignInsError extends Error {
  override readonly name = 'TooManySignInsError'
}
