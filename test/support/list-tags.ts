/** Tags of jobs: few, so that queries by several match some jobs, and each an edge case of storing or parsing. */
import * as fc from 'fast-check'

export const TAGS = ['team', 'Team', 'one, two', 'a+b&c=d', '["tag"]', '%41', 'Ünïcødé 😀', 'done'] as const

/** The tags of a job. */
export const jobTags: fc.Arbitrary<readonly string[]> = fc.shuffledSubarray([...TAGS], { maxLength: 4 })
