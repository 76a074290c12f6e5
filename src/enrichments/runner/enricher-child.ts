/** The process that enriches transcripts, started by `enrichment-tasks.ts`. */
import { serveEnrichments } from './serve-enrichments.ts'

serveEnrichments()
