/** A process for a test to kill. Its supervised child runs another process: `node doomed-parent.ts PORT`. */
import { SupervisedProcess } from '../supervised-process.ts'
import type { TinyRequest } from './tiny-child.ts'

const child = new SupervisedProcess<TinyRequest, unknown>({
  module: new URL('tiny-child.ts', import.meta.url),
  stallSeconds: 60,
  isBusy: () => true,
  onReport: () => {},
  onLost: () => {},
})
child.send({ type: 'spawn', port: Number(process.argv[2]) })
