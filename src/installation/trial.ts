/** Tries a model in a process of its own, because a library may end the process, and to release its memory. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Device } from '../models/onnx-session.ts'
import type { PulledModel } from '../models/pulled/pulled-model.ts'
import type { TrialFigures } from '../models/pulled/trial-figures.ts'

/** A machine with one core takes a minute or two for a large model. */
const LIMIT_MINUTES = 10

/**
 * @throws Error if the model cannot be used on this machine; the message says why
 * @throws the reason of the signal, if it is aborted
 */
export async function tryInProcess(
  { folder }: PulledModel,
  device: Device,
  { signal, limitMinutes = LIMIT_MINUTES }: { signal?: AbortSignal | undefined; limitMinutes?: number } = {},
): Promise<TrialFigures> {
  signal?.throwIfAborted()
  const module = fileURLToPath(new URL('trial-child.ts', import.meta.url))
  const child = fork(module, [folder, device], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  // A library that hangs reacts to no other signal.
  const limit = AbortSignal.timeout(limitMinutes * 60_000)
  const kill = () => child.kill('SIGKILL')
  limit.addEventListener('abort', kill)
  signal?.addEventListener('abort', kill)
  let figures: TrialFigures | undefined
  child.on('message', (message) => (figures = message as TrialFigures))
  const [stderr] = await Promise.all([text(child.stderr!), once(child, 'close')]) // a pipe
  signal?.removeEventListener('abort', kill)
  signal?.throwIfAborted()
  const { exitCode, signalCode } = child
  if (exitCode === 0 && figures !== undefined) return figures
  if (limit.aborted) throw new Error(`its trial has not ended in ${limitMinutes} minutes`)
  if (signalCode !== null) throw new Error(killed(signalCode))
  const reason = stderr.trim().split('\n').at(-1)?.replace(PLACE, '')
  throw new Error(reason || `the trial ended with code ${exitCode}, and no reason`)
}

/** The place in the source of sherpa-onnx, which begins its last message. */
const PLACE = /^\S+\.(?:cc|h):\w+:\d+ /

/** The kernel sends SIGKILL when memory runs out; other signals are faults of the model or its library. */
function killed(signal: NodeJS.Signals): string {
  const cause = signal === 'SIGKILL' ? ': it probably took more memory than this machine has' : ''
  return `its trial was ended by ${signal} (${constants.signals[signal]})${cause}`
}
