import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LiveLogs } from '../live/session-logs.ts'
import { LiveSessions } from '../live/sessions.ts'
import { LiveRecogniserProcess } from '../speech/live/live-recogniser-process.ts'
import type { Base } from './base.ts'
import { createEnricher } from './processes.ts'

export async function openLiveSessions(base: Base): Promise<LiveSessions> {
  const { config, log, store, node, nodeState, files, uploads, started } = base
  const folder = join(config.storage.scratchDir, 'live')
  mkdirSync(folder, { recursive: true })
  const recogniser = new LiveRecogniserProcess({
    models: config.storage.modelsDir,
    stallSeconds: config.jobs.stallSeconds,
  })
  started.defer(async () => recogniser.close())
  const live = new LiveSessions({
    store: store.live,
    wake: store.wake,
    isShared: store.isShared,
    leaseMs: config.nodes.nodeLeaseMs,
    files: uploads,
    recogniser,
    // A process of its own, so that an utterance does not wait for the chapters of a two-hour recording.
    enricher: createEnricher(base),
    onCallbacks: () => store.wake.notify('callbacks'),
    node,
    isTaking: () => nodeState() === 'running',
    logs: new LiveLogs(folder, store.openLiveLog?.({ node, files, log }) ?? null),
    settings: { ...config.live, maxResultBytes: config.jobs.maxResultBytes },
    log,
  })
  // Stops its timer if a later step of the startup fails.
  started.defer(async () => live.close(0))
  await live.recover()
  return live
}
