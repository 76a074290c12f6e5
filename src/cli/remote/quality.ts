import type { ModelQuality, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { table } from '../table.ts'
import { printable } from '../terminal.ts'
import type { Io } from './io.ts'

/** Prints how many words were wrong in corrected transcripts, and which words are corrected most often. */
export async function quality(
  { stdout, interrupted: signal }: Io,
  client: Scriptorium,
  { json }: { readonly json?: true },
): Promise<void> {
  const { items: models } = await client.quality({ signal })
  const { items: proposals } = await client.vocabularyProposals({ signal })
  if (json === true)
    return [...models, ...proposals].forEach((one) => stdout.write(`${JSON.stringify(one)}\n`))
  if (models.length === 0)
    stdout.write(
      'No corrected transcripts count yet: a transcript counts once three of its utterances are corrected.\n',
    )
  else
    stdout.write(
      `${table([
        ['MODEL', 'LANGUAGE', 'TRANSCRIPTS', 'WORDS', 'WRONG'],
        ...models.map((one) => [
          printable(one.model),
          one.language,
          String(one.transcripts),
          String(one.words),
          wrongOf(one),
        ]),
      ])}\n`,
    )
  if (proposals.length === 0) return
  const rows: string[][] = []
  for (const { word, jobs, heard } of proposals)
    for (const [i, { text }] of heard.entries()) {
      const filters = { q: text, limit: 1, fields: ['id'] } as const
      const page = (await client.list(filters, { signal }).pages().next()).value
      const now = String(page?.total ?? '')
      rows.push([...(i === 0 ? [word, String(jobs)] : ['', '']), text, now].map(printable))
    }
  stdout.write(
    `\n${table([['CORRECTED OFTEN', 'JOBS', 'HEARD AS', 'JOBS WITH THESE WORDS NOW'], ...rows])}\n`,
  )
}

function wrongOf({ wrong, rate, interval }: ModelQuality): string {
  if (rate === null || interval === null) return `${wrong} (too few words for a rate)`
  const shown = (share: number) => (share * 100).toFixed(1)
  return `${shown(rate)} % (${shown(interval.low)}–${shown(interval.high)})`
}
