/** An error as text that can be sent to another process: its stack, and those of its causes. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const stack = error.stack ?? error.message
  return error.cause === undefined ? stack : `${stack}\ncaused by: ${describeError(error.cause)}`
}
