/** The memory of a service and its child processes over time, seen from outside. */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { descendantsOf, residentMegabytes } from './process-table.ts'

/** The measured processes; others, such as ffmpeg, live for seconds only. */
const MODULES = { recogniser: '/recogniser-child.ts', enricher: '/enricher-child.ts' }
export type Measured = 'service' | keyof typeof MODULES

export class MemoryOfProcesses {
  readonly #pid: number
  readonly #samples: Partial<Record<Measured, number>>[] = []

  constructor(pid: number) {
    this.#pid = pid
  }

  /** Records the megabytes of each process. */
  sample(): void {
    const sample: Partial<Record<Measured, number>> = { service: residentMegabytes(this.#pid) }
    for (const { pid } of descendantsOf(this.#pid)) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
        for (const [name, module] of Object.entries(MODULES))
          if (command.includes(module)) sample[name as Measured] = residentMegabytes(pid)
      } catch {
        // It has exited.
      }
    }
    this.#samples.push(sample)
  }

  /** Samples every second until the work has ended. */
  async during<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = false
    const over = work.finally(() => (isOver = true))
    over.catch(() => {})
    while (!isOver) {
      this.sample()
      await Promise.race([over.catch(() => {}), delay(1000)])
    }
    return over
  }

  /** The means of a process over the second and over the last third of the samples that contain it. */
  thirds(name: Measured): { readonly second: number; readonly last: number } {
    const all = this.#samples.flatMap((sample) => sample[name] ?? [])
    const third = Math.floor(all.length / 3)
    return { second: mean(all.slice(third, 2 * third)), last: mean(all.slice(2 * third)) }
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
