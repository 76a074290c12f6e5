/** A process that has no file descriptor left for a child. It prints why the child is lost. */
import { openSync } from 'node:fs'
import { SupervisedProcess } from '../supervised-process.ts'
import type { TinyRequest } from './tiny-child.ts'

const child = new SupervisedProcess<TinyRequest, unknown>({
  module: new URL('tiny-child.ts', import.meta.url),
  firstRequest: { type: 'echo', value: 'first' },
  stallSeconds: 60,
  isBusy: () => false,
  onReport: () => {},
  onLost: ({ code, cause }) => process.stdout.write(`${code} ${String(cause)}`),
})
try {
  for (;;) openSync('/dev/null', 'r')
} catch {
  child.send({ type: 'echo', value: 'second' })
}
