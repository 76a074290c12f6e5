/** This machine, as far as models need it, and what the service may use of its memory, in bytes. */
import { availableParallelism, totalmem } from 'node:os'
import { deviceFor } from '../models/device.ts'

export interface Machine {
  readonly cores: number
  /** Bytes. */
  readonly memory: number
  /** Files that are transcribed at the same time. */
  readonly concurrency: number
  readonly hasGpu: boolean
}

/** What docs/performance.md measured: the service with an enricher, and a recogniser at its largest. */
const SERVICE = 1.4e9
const RECOGNISER = 0.9e9

/** Tried once: it takes a process of its own. */
let device: ReturnType<typeof deviceFor> | undefined

/** @param concurrency - the files that are recognised at the same time */
export async function thisMachine(concurrency: number): Promise<Machine> {
  device ??= deviceFor('auto')
  return {
    cores: availableParallelism(),
    memory: memoryOfMachine(),
    concurrency,
    hasGpu: (await device) === 'cuda',
  }
}

/** Of what a process may use, if it is in a control group. */
export function memoryOfMachine(): number {
  // Zero where there is no control group.
  return Math.min(totalmem(), process.constrainedMemory() || Infinity)
}

/**
 * What the service needs without pulled models, with one recogniser for live sessions besides those of files.
 * @param concurrency - the files that are recognised at the same time
 */
export function memoryNeeded(concurrency: number): number {
  return SERVICE + RECOGNISER * (concurrency + 1)
}
