/**
 * The audio itself cannot be used. The message is one sentence for the person who sent it: what is wrong and, where
 * there is one, the remedy. It never names a path or a program of this machine; those are in `cause`.
 */
export class AudioError extends Error {
  override readonly name = 'AudioError'
}
