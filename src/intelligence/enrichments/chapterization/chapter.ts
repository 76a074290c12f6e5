/** What a chapter is. */
import type { Chapter as AnyChapter } from '../../../contract/modules.ts'

/** What is said of a chapter besides its sentences. */
export type Description = Pick<AnyChapter, 'headline' | 'gist' | 'keywords'> & { summary: string }

/** A part of a transcript that is about one thing. */
export type Chapter = AnyChapter & Description
