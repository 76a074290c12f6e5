/** Another process is using the folder or database that the message names. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}
