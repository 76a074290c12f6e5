/** Runs a model on a GPU. If that is impossible, the process fails, with the reason as the last line of stderr. */
import { Tensor } from 'onnxruntime-node'
import { createSession } from './onnx-session.ts'

/** A model with a single node, `Identity`, from `x` to `y`, for one number. */
const IDENTITY = Buffer.from(
  'CAY6OwoQCgF4EgF5IghJZGVudGl0eRIFZ3JhcGhaDwoBeBIKCggIARIECgIIAWIPCgF5EgoKCAgBEgQKAggBQgQKABAL',
  'base64',
)

try {
  const session = await createSession(IDENTITY, { reuseMemory: false, device: 'cuda' })
  await session.run({ x: new Tensor('float32', [1], [1]) })
} catch (error) {
  process.stderr.write(`\n${String(error).replaceAll(/\s+/g, ' ')}\n`)
  process.exitCode = 1
}
