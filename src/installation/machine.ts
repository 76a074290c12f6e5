/** The resources of this machine that matter for models, and the memory that the service needs. */
import { availableParallelism, totalmem } from 'node:os'
import { deviceFor } from '../models/device.ts'

export interface Machine {
  readonly cores: number
  /** Bytes. */
  readonly memory: number
  /** Files that are transcribed concurrently. */
  readonly concurrency: number
  readonly hasGpu: boolean
}

/** Bytes, as measured in docs/performance.md: the service with an enricher, and the peak of a recogniser. */
const SERVICE = 1.4e9
const RECOGNISER = 0.9e9

/** Determined only once, because that takes a process of its own. */
let device: ReturnType<typeof deviceFor> | undefined

/** @param concurrency - files that are recognised concurrently */
export async function thisMachine(concurrency: number): Promise<Machine> {
  device ??= deviceFor('auto')
  return {
    cores: availableParallelism(),
    memory: memoryOfMachine(),
    concurrency,
    hasGpu: (await device) === 'cuda',
  }
}

/** Memory in bytes that a process may use: that of the machine, or less in a control group. */
export function memoryOfMachine(): number {
  // 0 means that there is no control group.
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/**
 * Memory in bytes that the service needs without pulled models: with a recogniser per concurrent file, and one for live
 * sessions.
 * @param concurrency - files that are recognised concurrently
 */
export function memoryNeeded(concurrency: number): number {
  return SERVICE + RECOGNISER * (concurrency + 1)
}
