/** An operator has paused the account: its jobs wait, but a live session cannot. The message is for the account's owner. */
export class PausedError extends Error {
  override readonly name = 'PausedError'

  constructor() {
    super(
      'the account is paused: files are accepted and wait, but no live session can begin; ask the operator',
    )
  }
}
