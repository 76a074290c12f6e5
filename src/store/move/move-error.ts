/** A database cannot be moved. The message tells the operator why. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
