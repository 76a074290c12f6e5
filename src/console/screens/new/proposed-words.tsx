import { useState } from 'preact/hooks'
import type { JobPage } from '../../../contract/job.ts'
import type { VocabularyProposal, VocabularyProposals } from '../../../contract/quality.ts'
import { get, getVersion, type Versioned } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { totalText } from '../jobs/job-counts.ts'
import { JobMatches } from '../jobs/job-matches.tsx'

interface ProposedWordsProps {
  /** The words of the account. */
  readonly known: readonly string[]
  readonly onAdd: (word: string) => void
}

/** Words that are often corrected, proposed for the vocabulary. */
export function ProposedWords({ known, onAdd }: ProposedWordsProps) {
  const { value } = useResource<VocabularyProposals>('', async (_known, abort) =>
    get('v2/quality/proposals', abort),
  )
  const words = new Set(known.map((word) => word.toLowerCase()))
  const proposed = value?.items.filter(({ word }) => !words.has(word.toLowerCase())) ?? []
  if (proposed.length === 0) return null
  const { correctedOften, add, addWhat } = t().newJob
  return (
    <section class="proposed-words" aria-labelledby="proposed-words">
      <h3 id="proposed-words" class="shortcut-title">
        {correctedOften}
      </h3>
      <ul>
        {proposed.map((proposal) => (
          <li key={proposal.word}>
            <Proposal proposal={proposal} />
            <Button aria-label={addWhat(proposal.word)} onClick={() => onAdd(proposal.word)}>
              {add}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The word, what is recognised in its place and, on demand, the transcripts that have that. */
function Proposal({ proposal: { word, jobs, heard } }: { proposal: VocabularyProposal }) {
  const [isOpen, setOpen] = useState(false)
  const { heardAs, correctedIn } = t().newJob
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>
          <bdi>{word}</bdi>
        </strong>{' '}
        <span class="hint">
          {correctedIn(jobs)} · {heardAs} <bdi>{heard.map(({ text }) => text).join(', ')}</bdi>
        </span>
      </summary>
      {isOpen && heard.map(({ text }) => <Places key={text} text={text} />)}
    </details>
  )
}

/** How many jobs have a text now, and the newest of them. */
function Places({ text }: { text: string }) {
  const query = new URLSearchParams({ q: text, limit: '1', fields: 'id' })
  const { value } = useResource<Versioned<JobPage>>(text, async (_known, abort) =>
    getVersion(`v2/jobs?${query.toString()}`, null, abort),
  )
  if (value === null) return null
  const [first] = value.value.items
  const list = href(`jobs?${new URLSearchParams({ q: text }).toString()}`)
  const count = totalText(value.total, query)
  return (
    <>
      <p class="hint">
        <Sentence
          text={t().newJob.hasNow}
          parts={{ text: <bdi>{text}</bdi>, count: <a href={list}>{count}</a> }}
        />
      </p>
      {first !== undefined && <JobMatches id={first.id} q={text} />}
    </>
  )
}
