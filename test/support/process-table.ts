/** The processes of this machine and their resource usage, from /proc on Linux. */
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second, the same on every Linux that Node supports. */
const TICKS = 100

/** A process of this machine. */
export interface Process {
  readonly pid: number
  readonly name: string
  readonly parent: number
}

/** The descendants of a process. */
export function descendantsOf(pid: number): Process[] {
  const children = readdirSync('/proc')
    .map((name) => (/^\d+$/.test(name) ? processOf(Number(name)) : null))
    .filter((other) => other?.parent === pid)
    .filter((other) => other !== null)
  return [...children, ...children.flatMap((child) => descendantsOf(child.pid))]
}

/** Sends a signal to processes, some of which may have exited since they were listed. */
export function signalAll(processes: readonly { readonly pid: number }[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Returns null for a missing process or a zombie. */
export function processOf(pid: number): Process | null {
  try {
    const [, name = '', state, parent] =
      /^\d+ \((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    return state === undefined || state === 'Z' ? null : { pid, name, parent: Number(parent) }
  } catch {
    return null
  }
}

/** Resident memory of a process in megabytes. @throws if it has exited */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  if (kilobytes === undefined) throw new Error(`process ${pid} has exited`)
  return (Number(kilobytes) * 1024) / 1e6
}

/** Resident memory of processes in megabytes, without those that have exited since they were listed. */
export function residentMegabytesOf(processes: readonly { readonly pid: number }[]): number {
  let sum = 0
  for (const { pid } of processes) {
    try {
      sum += residentMegabytes(pid)
    } catch {
      // It has exited.
    }
  }
  return sum
}

/** CPU time of a process in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // After the name, which may contain anything: the state is the third field, user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
