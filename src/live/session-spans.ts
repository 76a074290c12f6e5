/** Traces live sessions: their connections and their end, but not each frame. */
import type { WebSocket } from 'ws'
import type { LiveOutcome, OpenSession } from '../jobs/live.ts'
import { startSpan, traced } from '../platform/tracing.ts'

type TracedSession = Pick<OpenSession, 'jobId' | 'trace'>

/** Records a span that lasts until the socket is closed. */
export function traceConnection({ jobId, trace: parent }: TracedSession, socket: WebSocket): void {
  const attributes = { 'scriptorium.job.id': jobId }
  const span = startSpan('live connection', { kind: 'server', parent, attributes })
  socket.once('close', (code: number) => {
    span.set({ 'scriptorium.live.close_code': code })
    span.end()
  })
}

/** @param finish ends the session; returns null if it is left to the next run of the service */
export async function tracedFinish(
  { jobId, trace: parent }: TracedSession,
  finish: () => Promise<LiveOutcome | null>,
): Promise<LiveOutcome | null> {
  const attributes = { 'scriptorium.job.id': jobId }
  return traced('live finish', { parent, attributes }, async (span) => {
    const outcome = await finish()
    if (outcome?.status === 'error') span.fail(outcome.code)
    return outcome
  })
}
