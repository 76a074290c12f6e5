/**
 * Loaded into the measured service (`node --import`). On request, reports the longest block of the event loop since the
 * previous request, or the processor time of the event loop's thread, in milliseconds.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Milliseconds between two samples; a delay of one interval is not a block. */
const RESOLUTION = 1

const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
process.on('message', (what) => {
  if (what === 'processor time') {
    const { user, system } = process.threadCpuUsage()
    process.send?.((user + system) / 1000)
    return
  }
  const longest = Math.max(0, delay.max / 1e6 - RESOLUTION)
  delay.disable()
  delay.reset()
  delay.enable()
  process.send?.(longest)
})
// If the benchmark is killed, no service keeps running.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel must not keep the service from exiting.
process.channel?.unref()
