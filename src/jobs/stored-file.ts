/** The row of a received audio file. */
export interface StoredFile {
  readonly id: string
  readonly filename: string
  /** Lowercase, without the dot; empty if the name has none. */
  readonly extension: string
  /** The URL that the file was fetched from; null for an upload or a live session. */
  readonly source: string | null
  /** Bytes. */
  readonly size: number
  /** Seconds. */
  readonly duration: number
  readonly channels: number
}

/** The ids of the files derived from an audio file for playback. */
export interface DerivedFiles {
  /** Audio in a format that every browser plays. */
  readonly playback: string
  /** Its peaks, as JSON. */
  readonly peaks: string
}

/** The `file` of a job on the wire. */
export function fileOnTheWire(file: StoredFile): object {
  return {
    id: file.id,
    filename: file.filename,
    source: file.source,
    audio_duration: file.duration,
    number_of_channels: file.channels,
  }
}

/** The account has no file with this id. */
export class UnknownFileError extends Error {
  override readonly name = 'UnknownFileError'
}

/** The file's bytes were given up because its node did not respond in time. They may have been deleted. */
export class AbandonedFileError extends Error {
  override readonly name = 'AbandonedFileError'
}
