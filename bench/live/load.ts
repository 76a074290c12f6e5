/** CPU and memory of a live service and its recogniser. */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuSeconds, descendantsOf, residentMegabytes } from '../../test/support/process-table.ts'

export interface Load {
  /** Average number of busy cores. */
  readonly serviceCores: number
  readonly recogniserCores: number
  /** Peak, in megabytes above the start. */
  readonly serviceMegabytes: number
  readonly recogniserMegabytes: number
}

/** Milliseconds between two samples of memory. */
const SAMPLE_MS = 500

/** @param pid of the service; all its descendants count as the recogniser */
export async function loadDuring(pid: number, work: Promise<unknown>): Promise<Load> {
  const recognisers = () => descendantsOf(pid).map((child) => child.pid)
  const sum = (pids: readonly number[], of: (pid: number) => number) =>
    pids.reduce((all, one) => all + of(one), 0)
  const sample = () => {
    const children = recognisers()
    return {
      at: performance.now(),
      service: { cpu: cpuSeconds(pid), memory: residentMegabytes(pid) },
      recogniser: { cpu: sum(children, cpuSeconds), memory: sum(children, residentMegabytes) },
    }
  }
  const before = sample()
  let [service, recogniser] = [before.service.memory, before.recogniser.memory]
  let isOver = false
  const over = work.finally(() => (isOver = true))
  while (!isOver) {
    await Promise.race([over, delay(SAMPLE_MS)])
    const now = sample()
    service = Math.max(service, now.service.memory)
    recogniser = Math.max(recogniser, now.recogniser.memory)
  }
  const after = sample()
  const seconds = (after.at - before.at) / 1000
  return {
    serviceCores: (after.service.cpu - before.service.cpu) / seconds,
    recogniserCores: (after.recogniser.cpu - before.recogniser.cpu) / seconds,
    serviceMegabytes: service - before.service.memory,
    recogniserMegabytes: recogniser - before.recogniser.memory,
  }
}
