/** Another process works on the folder or the database. The message says on which. */
export class InUseError extends Error {
  override readonly name = 'InUseError'
}
