/** A model cannot be pulled, used or removed. The message tells the operator what is wrong and how to fix it. */
export class ModelError extends Error {
  override readonly name = 'ModelError'
}
