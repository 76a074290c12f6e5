import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { cpuSeconds } from '../audio/ffmpeg.ts'
import type { Readiness } from '../contract/readiness.ts'
import type { NodeHealth } from '../contract/system.ts'
import { memoryOfMachine } from '../installation/machine.ts'
import { supervisedPids } from '../platform/process/supervised-process.ts'
import type { Config } from './config.ts'
import { audioFolder, freeBytes } from './files.ts'

/** Minimum interval over which to measure processor use: a requested heartbeat may directly follow another one. */
const SHORTEST_MS = 500

/** Measures the health of this process, its child processes and its disks, which its node reports. */
export class HealthMeter {
  /** The last measurement; null before the first one. */
  latest: NodeHealth | null = null
  /** The checks of `/ready`; null until `begin`. */
  #checks: (() => Promise<Readiness['checks']>) | null = null
  readonly #config: Config
  #used = usedSeconds()
  #usedAt = performance.now()
  #measuring: Promise<void> | null = null

  constructor(config: Config) {
    this.#config = config
  }

  /** Starts measuring. @param checks of `/ready` */
  begin(checks: () => Promise<Readiness['checks']>): void {
    this.#checks = checks
    void this.measure()
  }

  /** Measures, or joins the measurement in progress. Never rejects. May be slow: do not await it in a heartbeat. */
  async measure(): Promise<void> {
    if (this.#checks === null) return
    if (this.latest !== null && performance.now() - this.#usedAt < SHORTEST_MS) return
    this.#measuring ??= this.#measure(this.#checks).finally(() => (this.#measuring = null))
    await this.#measuring
  }

  async #measure(checksOf: () => Promise<Readiness['checks']>): Promise<void> {
    const { storage, jobs, nodes } = this.#config
    const processor_share = this.#processorShare()
    const [memory, scratch, audio, checks] = await Promise.all([
      memoryBytes(),
      freeBytes(storage.scratchDir).catch(() => null),
      storage.s3 === null ? freeBytes(audioFolder(this.#config)).catch(() => null) : null,
      checksOf().catch(() => ({})),
    ])
    this.latest = {
      processor_share,
      memory_bytes: memory,
      memory_total_bytes: memoryOfMachine(),
      scratch_free_bytes: scratch,
      audio_free_bytes: audio,
      max_files: nodes.roles.includes('work') ? jobs.concurrency : 0,
      max_live_sessions: nodes.liveCapacity,
      // A process at capacity is healthy.
      failing: Object.entries(checks).flatMap(([name, passes]) =>
        passes || name === 'capacity' ? [] : [name],
      ),
    }
  }

  /** Share of all processors used since the previous measurement. */
  #processorShare(): number {
    const [before, beganAt] = [this.#used, this.#usedAt]
    this.#used = usedSeconds()
    this.#usedAt = performance.now()
    // A child that was started since then had used nothing before.
    const used = [...this.#used].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
    const share = used / ((this.#usedAt - beganAt) / 1000) / availableParallelism()
    return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
  }
}

/** Processor seconds used by this process and its children, by pid; those of children are known on Linux only, else 0. */
function usedSeconds(): ReadonlyMap<number, number> {
  const { user, system } = process.cpuUsage()
  return new Map([
    [process.pid, (user + system) / 1e6],
    ...supervisedPids().map((pid): [number, number] => [pid, cpuSeconds(pid)]),
  ])
}

/** Resident memory of this process and its children, in bytes; that of children is known on Linux only. */
async function memoryBytes(): Promise<number> {
  const children = await Promise.all(
    supervisedPids().map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }),
  )
  return children.reduce((sum, bytes) => sum + bytes, process.memoryUsage.rss())
}
