/** What a chapter is. */
import type { ServerFrame } from '../../contract/live-messages.ts'
import type { Module } from '../enrichment.ts'

/** A chapter as the contract writes it. */
type AnyChapter = NonNullable<
  Extract<ServerFrame, { type: 'post_chapterization' }>['data']
>['results'][number]

/** What is said of a chapter besides its sentences. */
export type Description = Pick<AnyChapter, 'headline' | 'gist' | 'keywords'> & { summary: string }

/** A part of a transcript that is about one thing. */
export type Chapter = AnyChapter & Description

/** The list of chapters in the result of a chapterization: what a live session sends. Empty if that failed. */
export function chaptersIn({ results }: Module<'chapterization'>): Chapter[] {
  // Nothing else makes such a result, so its shape is known.
  return results ? ((results['chapters'] ?? []) as Chapter[]) : []
}
