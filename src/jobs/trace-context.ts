/**
 * What continues the trace of a job or a live session in any process, as text of `platform/tracing.ts`. Null where tracing was
 * off when it was created.
 */
export type TraceContext = string | null
