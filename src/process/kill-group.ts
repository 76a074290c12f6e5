import type { ChildProcess } from 'node:child_process'

/** Ends a child process that leads a group, and with it what it runs, such as a decoder. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}
