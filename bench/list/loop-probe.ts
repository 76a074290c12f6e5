/**
 * Loaded into the service that is measured (`node --import`): on request it tells how long the event loop was blocked
 * at the longest since it was asked before, in milliseconds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two looks; a look that comes late by itself is not a block. */
const RESOLUTION = 1

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
process.on('message', () => {
  const longest = Math.max(0, delay.max / 1e6 - RESOLUTION)
  delay.disable()
  delay.reset()
  delay.enable()
  process.send?.(longest)
})
// A bench that is killed leaves no service behind.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// It does not keep the service from ending.
process.channel?.unref()
