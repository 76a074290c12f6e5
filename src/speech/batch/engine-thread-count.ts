/** Bytes of memory needed for the models of a second thread beside the service and an enricher. */
const MIN_MEMORY_FOR_TWO = 3e9

/**
 * Recognising two segments at a time keeps two cores busy. The second thread takes 0.4 GB with English, 0.7 GB with
 * Whisper.
 */
export function engineThreadCount({ memory, cores }: { memory: number; cores: number }): number {
  return memory < MIN_MEMORY_FOR_TWO ? 1 : Math.min(2, cores)
}
