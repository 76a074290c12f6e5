/**
 * Tries the model in a folder on a device; both are arguments. Reports what it measured. If it fails, the last line of
 * standard error is the reason; libraries that end the process write theirs there, too.
 */
import type { Device } from '../models/onnx-session.ts'
import { pulledModel } from '../models/pulled/pulled-model.ts'
import type { TrialFigures } from '../models/pulled/trial-figures.ts'
import { tryLoadable } from './loaders.ts'

// The parent is gone.
process.on('disconnect', () => process.exit(1))

const [, , folder = '', device] = process.argv
try {
  const model = await pulledModel(folder)
  if (model === null) throw new Error(`There is no model in ${folder}`)
  const secondsPerSecond = await tryLoadable(model, device as Device)
  const figures: TrialFigures = {
    secondsPerSecond: secondsPerSecond ?? null,
    peakBytes: process.resourceUsage().maxRSS * 1024,
  }
  process.send?.(figures, () => process.exit(0))
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  process.stderr.write(`\n${reason.replaceAll(/\s+/g, ' ')}\n`, () => process.exit(1))
}
