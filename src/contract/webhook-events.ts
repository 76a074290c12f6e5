/** The events that webhooks of an account can receive, see callbacks.ts. */
export const WEBHOOK_EVENTS = [
  'transcription.created',
  'transcription.success',
  'transcription.error',
  'live.start_session',
  'live.start_recording',
  'live.end_recording',
  'live.end_session',
  'job.corrected',
  'job.shared',
  'job.deleted',
  'job.restored',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
