/** What processes take of the machine, as Linux counts it in /proc. */
import { readFileSync } from 'node:fs'

/** Clock ticks a second: the same on every Linux that Node runs on. */
const TICKS = 100

/** Resident memory of a process in megabytes. */
export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6
}

/** Seconds that a process kept a core busy since it started. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  // Behind the name, which may hold anything: state is the third field, user and system time the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}
