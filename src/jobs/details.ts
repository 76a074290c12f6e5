import type { JobDetails, JobDetailsPatch } from '../contract/details.ts'
import type { Who } from '../contract/who.ts'

/** The details of a job for which none were ever stored, as JSON. */
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
