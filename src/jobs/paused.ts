/** The account is paused by an operator: its jobs wait, and a live session cannot. The message is for its owner. */
export class PausedError extends Error {
  override readonly name = 'PausedError'

  constructor() {
    super(
      'the account is paused: files are accepted and wait, but no live session can begin; ask the operator',
    )
  }
}
