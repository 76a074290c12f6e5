/** The memory of this machine, and what the service may use of it, in bytes. */
import { totalmem } from 'node:os'

/** What docs/performance.md measured: the service with an enricher, and a recogniser at its largest. */
const SERVICE = 1.4e9
const RECOGNISER = 0.9e9

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
