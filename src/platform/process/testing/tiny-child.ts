/** A child that fails in the ways in which real children fail. */
import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { connectToParent } from '../parent-link.ts'

export type TinyRequest =
  | { readonly type: 'echo'; readonly value: unknown }
  /** Answers after this time, with heartbeats until then. */
  | { readonly type: 'work'; readonly ms: number }
  /** Blocks its event loop forever. */
  | { readonly type: 'hang' }
  | { readonly type: 'crash' }
  | { readonly type: 'exit'; readonly code: number }
  /** Runs a process that connects to this port of 127.0.0.1 and stays. */
  | { readonly type: 'spawn'; readonly port: number }

let working = 0

const report = connectToParent<TinyRequest>({
  isBusy: () => working > 0,
  onRequest: (request) => void perform(request),
})

async function perform(request: TinyRequest): Promise<void> {
  switch (request.type) {
    case 'echo':
      report(request.value)
      break
    case 'work':
      working++
      await delay(request.ms)
      working--
      report('worked')
      break
    case 'hang':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      break
    case 'crash':
      process.kill(process.pid, 'SIGSEGV')
      break
    case 'exit':
      process.exit(request.code)
      break
    case 'spawn':
      spawn(process.execPath, ['-e', `require('net').connect(${request.port}, '127.0.0.1')`])
  }
}
