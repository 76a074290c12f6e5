import { sql } from 'kysely'
import { RecognisedText, type TextPiece } from '../../jobs/recognised-text.ts'
import type { Claim } from '../../jobs/work.ts'
import type { Dialect } from '../databases/dialect.ts'
import { isHeld } from './work-store.ts'

/**
 * The text recognised so far of jobs in progress, for readers on other nodes. A text is deleted with the row of its job in `work`.
 */
export class RecognisedTextStore {
  readonly #dialect: Dialect

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * Adds a piece to the text of an attempt, unless the claim is lost. The first piece replaces the texts of other attempts. A piece may be
   * added again, unchanged.
   */
  async add(claim: Claim, attempt: string, { from, text }: TextPiece): Promise<void> {
    const { db: database, locksRows } = this.#dialect
    await database.transaction().execute(async (db) => {
      const held = db
        .selectFrom('work')
        .select(['job_id', 'account', sql<string>`cast(${attempt} as text)`.as('attempt')])
        .select([
          sql<number>`cast(${from} as integer)`.as('position'),
          sql<string>`cast(${text} as text)`.as('text'),
        ])
        .where(isHeld(claim))
        // Keeps the claim until the end of the transaction.
        .$if(locksRows, (query) => query.forShare())
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('recognised_texts')
        .columns(['job_id', 'account', 'attempt', 'position', 'text'])
        .expression(held)
        // Added again after the connection broke. The update makes it count as inserted.
        .onConflict((conflict) =>
          conflict
            .columns(['job_id', 'attempt', 'position', 'account'])
            .doUpdateSet((eb) => ({ text: eb.ref('excluded.text') })),
        )
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n || from > 0) return
      await db
        .deleteFrom('recognised_texts')
        .where('job_id', '=', claim.jobId)
        .where('attempt', '!=', attempt)
        .execute()
    })
  }

  /**
   * The stored text of a job; null if there is none.
   * @param known what was read before; the new pieces are appended to it
   */
  async read(jobId: string, known: RecognisedText | null): Promise<RecognisedText | null> {
    const rows = await this.#dialect.db
      .selectFrom('recognised_texts')
      .select(['attempt', 'text'])
      .where('job_id', '=', jobId)
      .where((eb) =>
        eb.or([eb('attempt', '!=', known?.attempt ?? ''), eb('position', '>=', known?.length ?? 0)]),
      )
      .orderBy('position')
      .execute()
    const [first] = rows
    if (first === undefined) return known
    const text = first.attempt === known?.attempt ? known : new RecognisedText(first.attempt)
    for (const row of rows) text.append(row.text)
    return text
  }
}
