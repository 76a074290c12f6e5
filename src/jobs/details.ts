import { isDeepStrictEqual } from 'node:util'
import type { JobDetails, JobDetailsPatch } from '../contract/details.ts'
import type { Who } from '../contract/who.ts'
import type { SpeakerMove } from './transcript.ts'

/** The details of a job before any are stored, as JSON. */
export const NO_DETAILS = JSON.stringify({
  title: null,
  tags: [],
  speaker_names: {},
  revision: 0,
  changed_by: null,
} satisfies JobDetails)

/** The details after a JSON merge patch (RFC 7396). */
export function patchedDetails(details: JobDetails, patch: JobDetailsPatch, by: Who): JobDetails {
  const { title = details.title, tags = details.tags, speaker_names: names = {} } = patch
  const merged = Object.entries({ ...details.speaker_names, ...names })
  return {
    title,
    tags: tags ?? [],
    speaker_names:
      names === null
        ? {}
        : Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null)),
    revision: details.revision,
    changed_by: by,
  }
}

/**
 * The details after speakers were renumbered. A name moves to the new speaker with the largest part of what its old speaker said. If
 * several names move to one speaker, the one with the most seconds is kept.
 */
export function withMovedNames(details: JobDetails, moves: readonly SpeakerMove[], by: Who): JobDetails {
  const moved: Record<string, string> = {}
  for (const { from, to } of moves.toSorted((a, b) => b.seconds - a.seconds)) {
    const name = details.speaker_names[from]
    if (name !== undefined) moved[to] ??= name
  }
  if (isDeepStrictEqual(moved, details.speaker_names)) return details
  return { ...details, speaker_names: moved, changed_by: by }
}
