/** A model cannot be pulled, used or removed. The message is for the operator: what is wrong, and the remedy. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}
