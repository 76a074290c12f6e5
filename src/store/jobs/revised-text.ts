/** Transcripts as their revisions left them. */
import { fullText } from '../../contract/full-text.ts'
import type { Transcription, Utterance } from '../../contract/transcript.ts'
import { type Splice, spliced } from '../../jobs/splice.ts'
import type { Db } from '../schema.ts'

interface Place {
  readonly account: number
  readonly ordinal: number
}

/**
 * The utterances of a revision; null when the job has been deleted.
 * @param recognised those of revision 0
 */
export async function utterancesAt(
  db: Db,
  { account, ordinal }: Place,
  revision: number,
  recognised: readonly Utterance[],
): Promise<readonly Utterance[] | null> {
  if (revision === 0) return recognised
  const rows = await db
    .selectFrom('job_revisions')
    .select(['base', 'splice'])
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .where('revision', '<=', revision)
    .where('revision', '>=', (eb) =>
      eb
        .selectFrom('job_revisions')
        .select('base')
        .where('account', '=', account)
        .where('ordinal', '=', ordinal)
        .where('revision', '=', revision),
    )
    .orderBy('revision')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  return rows.reduce(
    (utterances, { splice }) => spliced(utterances, JSON.parse(splice) as Splice),
    first.base === 0 ? recognised : [],
  )
}

/** The text of a revision, whose words lists find if it is the newest; null for that of the result. */
export async function textAt(db: Db, { account, ordinal }: Place, revision: number): Promise<string | null> {
  if (revision === 0) return null
  const { result } = await db
    .selectFrom('job_results')
    .select('result')
    .where('account', '=', account)
    .where('ordinal', '=', ordinal)
    .executeTakeFirstOrThrow()
  const { transcription } = JSON.parse(result) as { transcription?: Transcription }
  const utterances = await utterancesAt(db, { account, ordinal }, revision, transcription?.utterances ?? [])
  return fullText(utterances ?? [])
}
