/**
 * Measures what the rules find in texts: `npm run bench:texts -- <path>…`.
 *
 * A folder or a `.txt` file contains talks whose summaries and headlines are measured
 * (src/enrichments/testing/marked-talks.ts); a `.tsv` file contains sentences, each after its sentiment. With
 * TEST_FIGURES=1, prints the written texts and each wrong sentiment.
 */
import { readFileSync } from 'node:fs'
import { analyse } from '../src/enrichments/features/sentiment-analysis/sentence-sentiments.ts'
import { markedTalks } from '../src/enrichments/testing/marked-talks.ts'
import { summaryFigures } from '../src/enrichments/testing/summary-figures.ts'

const isVerbose = Boolean(process.env['TEST_FIGURES'])

for (const path of process.argv.slice(2))
  process.stdout.write(`${path}: ${path.endsWith('.tsv') ? sentiments(path) : await summaries(path)}\n`)

async function summaries(path: string): Promise<string> {
  const figures = await Promise.all(markedTalks(path).map(summaryFigures))
  if (isVerbose) process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  const sum = (of: (one: (typeof figures)[number]) => readonly unknown[]) =>
    figures.reduce((total, one) => total + of(one).length, 0)
  const covered = sum((one) => one.covered)
  const all = covered + sum((one) => one.missed)
  const enough = figures.filter((one) => one.covered.length >= one.missed.length).length
  return [
    `${figures.length} talks`,
    `${covered} of ${all} phrases covered (${((100 * covered) / all).toFixed(0)} %), half of them in ${enough} talks`,
    `${sum((one) => one.shownInSummaries)} personal values in summaries`,
    `${sum((one) => one.shownInHeadlines)} in headlines, gists and keywords`,
    `${sum((one) => one.misleading)} of ${sum((one) => one.headlines)} headlines misleading or empty`,
  ].join('; ')
}

function sentiments(path: string): string {
  const lines = readFileSync(path, 'utf8').split('\n')
  const rated = lines.flatMap((line) => {
    const [label, text] = line.split('\t')
    return label && text && !label.startsWith('#') ? [{ label, text, found: analyse(text).sentiment }] : []
  })
  const wrong = rated.filter(({ label, found }) => label !== found)
  const isPolar = (found: string) => found === 'positive' || found === 'negative'
  const falselyPolar = wrong.filter(({ found }) => isPolar(found))
  const opposite = falselyPolar.filter(({ label }) => isPolar(label))
  if (isVerbose)
    for (const { label, found, text } of wrong) process.stdout.write(`${label}, not ${found}: ${text}\n`)
  return (
    `${rated.length} sentences; ${rated.length - wrong.length} right; ` +
    `${falselyPolar.length} falsely polar, ${opposite.length} of them the opposite`
  )
}
