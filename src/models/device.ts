/** Decides what pulled models run on. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Device } from './onnx-session.ts'
import { ModelError } from './pulled/model-error.ts'

interface Log {
  info(fields: object, message: string): void
}

/** Loading CUDA for the first time takes some seconds. */
const TIMEOUT = 120_000

/**
 * The device for a setting; `auto` is a GPU if one can be used. Logs the choice once if it was not obvious.
 * @throws {ModelError} if a GPU is required and none can be used; the message says what is missing
 */
export async function deviceFor(setting: Device | 'auto', log?: Log): Promise<Device> {
  if (setting === 'cpu') return 'cpu'
  const problem = await cudaProblem()
  const device = problem === null ? 'cuda' : 'cpu'
  if (setting === 'cuda' && problem !== null)
    throw new ModelError(
      `DEVICE=cuda, but ONNX Runtime cannot use CUDA here: ${problem}. Install what is missing, as docs/models.md ` +
        'describes, or set DEVICE=cpu',
    )
  log?.info({ device, problem }, 'pulled models run on this device')
  return device
}

/**
 * Returns why no model can run on a GPU, or null if one did. Tries it in a separate process, so that the memory of the
 * GPU is released.
 */
async function cudaProblem(): Promise<string | null> {
  try {
    await promisify(execFile)(process.execPath, [fileURLToPath(new URL('try-cuda.ts', import.meta.url))], {
      timeout: TIMEOUT,
    })
    return null
  } catch (error) {
    const output = (error as { stderr?: string }).stderr ?? ''
    const library = /(?<![^\s/])([^\s/]+): cannot open shared object file/.exec(output)?.[1]
    if (library !== undefined) return `${library} is missing`
    return output.trim().split('\n').at(-1) || 'the attempt ended without a reason'
  }
}
