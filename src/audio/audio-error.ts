/**
 * The audio cannot be used. The message tells the caller what is wrong and, if possible, how to fix it. It never
 * names a path or a program on this machine; those are in `cause`.
 */
export class AudioError extends Error {
  override readonly name = 'AudioError'
}

/** The audio could not be decoded, through no fault of its own. The message tells the caller so. */
export class DecoderError extends Error {
  override readonly name = 'DecoderError'
}
