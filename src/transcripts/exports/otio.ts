/** Exports an OpenTimelineIO timeline, which video editors import. */
import { linesOf, plainText, type TranscriptExport, type UtteranceLine } from './transcript-export.ts'

/** Units of time per second. */
const RATE = 1000

/**
 * The audio cut into a clip per utterance, with gaps between them. There is a track per channel, and further ones if
 * utterances of a channel overlap, since the items of a track follow each other.
 */
export function otio(exported: TranscriptExport): string {
  const media = mediaReference(exported)
  const tracks: { readonly channel: number; readonly children: object[]; end: number }[] = []
  for (const line of linesOf(exported)) {
    const [start, end] = [toUnits(line.start), toUnits(line.end)]
    let track = tracks.find((one) => one.channel === line.channel && one.end <= start)
    if (track === undefined) {
      track = { channel: line.channel, children: [], end: 0 }
      tracks.push(track)
    }
    if (start > track.end) track.children.push(gap(start - track.end))
    track.children.push(clip(line, start, end, media))
    track.end = end
  }
  const children = tracks
    .toSorted((a, b) => a.channel - b.channel)
    .map((track) => ({
      ...item('Track.1', `Channel ${track.channel + 1}`),
      kind: 'Audio',
      source_range: null,
      children: track.children,
    }))
  return JSON.stringify({
    ...object('Timeline.1', plainText(exported.title)),
    global_start_time: null,
    tracks: { ...item('Stack.1', 'tracks'), source_range: null, children },
  })
}

const toUnits = (seconds: number): number => Math.round(seconds * RATE)

const object = (schema: string, name: string, metadata: object = {}) => ({
  OTIO_SCHEMA: schema,
  name,
  metadata,
})

const item = (schema: string, name: string, metadata?: object) => ({
  ...object(schema, name, metadata),
  effects: [],
  markers: [],
  enabled: true,
})

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: RATE, value })

const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(duration),
})

const gap = (duration: number) => ({ ...item('Gap.1', ''), source_range: range(0, duration) })

function clip({ text, speaker, language }: UtteranceLine, start: number, end: number, media: object) {
  return {
    ...item('Clip.2', text, { scriptorium: { speaker, language } }),
    source_range: range(start, end - start),
    media_references: { DEFAULT_MEDIA: media },
    active_media_reference_key: 'DEFAULT_MEDIA',
  }
}

function mediaReference({ filename, duration }: TranscriptExport) {
  const available = { available_range: range(0, toUnits(duration)), available_image_bounds: null }
  return filename === null
    ? { ...object('MissingReference.1', ''), ...available }
    : { ...object('ExternalReference.1', filename), ...available, target_url: encodeURIComponent(filename) }
}
