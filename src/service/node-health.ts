import { readFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { cpuSeconds } from '../audio/ffmpeg.ts'
import type { Readiness } from '../contract/readiness.ts'
import type { NodeHealth } from '../contract/system.ts'
import { supervisedPids } from '../platform/process/supervised-process.ts'
import type { Config } from './config.ts'
import { audioFolder, freeBytes } from './files.ts'

/** Milliseconds over which use of the processors is measured at least: a beat that is asked for may follow another one. */
const SHORTEST_MS = 500

/** How this process, its child processes and its disks are, as its node reports it. */
export class HealthMeter {
  /** As measured last; null before the first time. */
  latest: NodeHealth | null = null
  /** The checks of `/ready`; null until the service has started that far. */
  #checks: (() => Promise<Readiness['checks']>) | null = null
  readonly #config: Config
  #used = usedSeconds()
  #usedAt = performance.now()
  #measuring: Promise<void> | null = null

  constructor(config: Config) {
    this.#config = config
  }

  /** @param checks of `/ready` */
  begin(checks: () => Promise<Readiness['checks']>): void {
    this.#checks = checks
    void this.measure()
  }

  /** Measures, unless that is in progress: storage may answer late, which must not delay a beat. Never rejects. */
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
      memory_total_bytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
      scratch_free_bytes: scratch,
      audio_free_bytes: audio,
      max_files: nodes.roles.includes('work') ? jobs.concurrency : 0,
      max_live_sessions: nodes.liveCapacity,
      // A full process is ready all the same.
      failing: Object.entries(checks).flatMap(([name, passes]) =>
        passes || name === 'capacity' ? [] : [name],
      ),
    }
  }

  /** Of all processors, since the measurement before. */
  #processorShare(): number {
    const [before, beganAt] = [this.#used, this.#usedAt]
    this.#used = usedSeconds()
    this.#usedAt = performance.now()
    // A child that was started since has used nothing before.
    const used = [...this.#used].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
    const share = used / ((this.#usedAt - beganAt) / 1000) / availableParallelism()
    return Math.round(Math.min(1, Math.max(0, share)) * 1000) / 1000
  }
}

/** Processor time that this process and its child processes have used, by pid; that of children is 0 where Linux does not tell. */
function usedSeconds(): ReadonlyMap<number, number> {
  const { user, system } = process.cpuUsage()
  return new Map([
    [process.pid, (user + system) / 1e6],
    ...supervisedPids().map((pid): [number, number] => [pid, cpuSeconds(pid)]),
  ])
}

/** Resident memory of this process and its child processes; of these, as far as Linux tells it. */
async function memoryBytes(): Promise<number> {
  const children = await Promise.all(
    supervisedPids().map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }),
  )
  return children.reduce((sum, bytes) => sum + bytes, process.memoryUsage.rss())
}
