/** What corrections say about recognition: error rates of models, and words for the vocabulary. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JobPage } from '../src/contract/job.ts'
import type { MatchPage } from '../src/contract/matches.ts'
import type { Models } from '../src/contract/models.ts'
import {
  type ModelQuality,
  type Quality,
  type VocabularyProposals,
  withRate,
} from '../src/contract/quality.ts'
import type { Utterance } from '../src/contract/transcript.ts'
import { OPERATOR } from '../src/jobs/caller.ts'
import { checkStore } from '../src/store/check/check-store.ts'
import type { Store } from '../src/store/open-store.ts'
import { measuredCorrections } from '../src/transcripts/measured-corrections.ts'
import { changeBetween, transcriptionOf } from '../src/transcripts/revised-transcript.ts'
import { Client } from './support/client.ts'
import { addTalks, correctTalk, SENTENCES } from './support/corrected-talks.ts'
import { openFresh } from './support/fresh-store.ts'
import { onEachStore, onEitherStore } from './support/on-each-store.ts'
import { randomFrom } from './support/random.ts'
import { remoteCommands } from './support/remote-commands.ts'
import { requestParams } from './support/request-params.ts'
import { type RunningService, runService } from './support/running-service.ts'
import { temporaryFolder } from './support/scriptorium.ts'

/** `TEST_CORRECTIONS=5000` is the long form. */
const CORRECTIONS = Number(process.env['TEST_CORRECTIONS'] ?? 100)

const MODELS = ['small', 'large']
const NAMES = ['Kubernetes', 'Szczecin', 'Wi-Fi'] as const
const WORDS = 8

/** An edit of an utterance. The corrected word is in its middle, so that its alignment is certain. */
type Edit = 'none' | 'missing' | 'too many' | (typeof NAMES)[number]

interface KnownJob {
  readonly id: string
  readonly model: string
  readonly recognised: readonly Utterance[]
  edits: readonly Edit[]
  revision: number
  isInTrash: boolean
}

function recognised(job: number, at: number): Utterance {
  const text = Array.from({ length: WORDS }, (_, i) => (i === 4 ? `heard${job % 2}` : `w${at}x${i}`)).join(
    ' ',
  )
  return { start: at * 5, end: at * 5 + 4, confidence: 1, channel: 0, words: [], text, language: 'en' }
}

function edited(one: Utterance, edit: Edit): Utterance {
  const words = one.text.split(' ')
  if (edit === 'missing') words.splice(4, 0, 'inserted')
  else if (edit === 'too many') words.splice(4, 1)
  else if (edit !== 'none') words[4] = edit
  return { ...one, text: words.join(' ') }
}

/** By definition: nothing of a job with fewer than three corrected utterances, else everything up to the last of them. */
function errorsOf({ edits }: KnownJob): { words: number; wrong: number } | null {
  const wrong = edits.filter((edit) => edit !== 'none').length
  if (wrong < 3) return null
  const read = edits.slice(0, edits.findLastIndex((edit) => edit !== 'none') + 1)
  const cost = (edit: Edit) => (edit === 'Wi-Fi' ? 2 : edit === 'none' ? 0 : 1)
  const length = (edit: Edit) =>
    WORDS + (edit === 'missing' || edit === 'Wi-Fi' ? 1 : edit === 'too many' ? -1 : 0)
  const sum = (of: (edit: Edit) => number) => read.reduce((total, edit) => total + of(edit), 0)
  return { words: sum(length), wrong: sum(cost) }
}

onEachStore('what corrections say about the recognition', (fresh) => {
  test('is counted exactly, whatever is corrected, undone, deleted and restored', async () => {
    const { store, account, dialect, close } = await openFresh(fresh)
    const { jobs, quality, transcripts, trash, work } = store
    const rng = randomFrom(35)
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(rng() * items.length)]!
    const known: KnownJob[] = []
    const create = async () => {
      const utterances = Array.from({ length: 6 }, (_, at) => recognised(known.length, at))
      const job = { kind: 'pre-recorded', customMetadata: null, fileId: null } as const
      const { id } = await jobs.create(account, { ...job, requestParams: requestParams('pre-recorded') })
      const result = { metadata: {}, transcription: transcriptionOf(utterances) } as never
      await work.finish(id, { status: 'done', result })
      const edits = utterances.map(() => 'none' as const)
      known.push({
        ...{ id, model: pick(MODELS), recognised: utterances, edits, revision: 0, isInTrash: false },
      })
    }
    const correct = async (job: KnownJob, edits: readonly Edit[]) => {
      const [earlier, later] = [job.edits, edits].map((all) =>
        job.recognised.map((one, i) => edited(one, all[i]!)),
      ) as [Utterance[], Utterance[]]
      const measured = measuredCorrections(job.recognised, later, [{ language: 'en', model: job.model }])
      const change = changeBetween(transcriptionOf(earlier), transcriptionOf(later))
      const added = await transcripts.add(account, job.id, {
        ...{ ...change, measured, from: job.revision, changes: 1, by: OPERATOR },
      })
      assert.equal(added?.isAdded, true)
      job.edits = edits
      job.revision++
    }
    const remove = async (job: KnownJob) => {
      if (job.isInTrash) await trash.remove(account, job.id)
      else await jobs.delete(account, job.id, null)
      known.splice(known.indexOf(job), 1)
    }
    const listed = () => known.filter(({ isInTrash }) => !isInTrash)
    const verify = async () => {
      const right = MODELS.flatMap((model) => {
        const all = listed().flatMap((job) => (job.model === model ? (errorsOf(job) ?? []) : []))
        const sum = (of: 'words' | 'wrong') => all.reduce((total, one) => total + one[of], 0)
        const counted = { language: 'en', transcripts: all.length, words: sum('words'), wrong: sum('wrong') }
        return all.length === 0 ? [] : [{ model, ...counted }]
      })
      const byWords = right.toSorted((a, b) => b.words - a.words || (a.model < b.model ? -1 : 1))
      assert.deepEqual(await quality.ofAccount(account), byWords)
      assert.deepEqual(await quality.ofAll(), byWords)
      const having = (typed: Edit, heard?: string) =>
        listed().filter(
          ({ edits, recognised: words }) =>
            edits.includes(typed) && (heard === undefined || words[0]!.text.includes(heard)),
        )
      const words = NAMES.map((typed) => ({ typed, jobs: having(typed).length }))
        .filter((one) => one.jobs >= 3)
        .toSorted((a, b) => b.jobs - a.jobs || (a.typed < b.typed ? -1 : 1))
      assert.deepEqual(await quality.correctedWords(account, 10), words)
      for (const typed of NAMES) {
        const heard = ['heard0', 'heard1']
          .map((text) => ({ text, jobs: having(typed, text).length }))
          .filter((one) => one.jobs > 0)
          .toSorted((a, b) => b.jobs - a.jobs || (a.text < b.text ? -1 : 1))
        const examples = having(typed).map(({ id }) => id)
        assert.deepEqual(await quality.correctionsOf(account, typed, { forms: 5, jobs: 3 }), {
          heard,
          jobs: examples.toReversed().slice(0, 3),
        })
      }
    }

    for (let i = 0; i < 10; i++) await create()
    const edit = (): Edit => (rng() < 0.4 ? 'none' : pick([...NAMES, 'missing', 'too many'] as const))
    for (let step = 1; step <= CORRECTIONS; step++) {
      const job = pick(known)
      const chance = rng()
      if (chance < 0.08) await remove(job)
      else if (chance < 0.2 && !job.isInTrash) {
        await jobs.trash(account, job.id, null)
        job.isInTrash = true
      } else if (job.isInTrash) {
        assert.equal(await trash.restore(account, job.id), true)
        job.isInTrash = false
      } else
        await correct(
          job,
          job.edits.map(() => (chance < 0.3 ? 'none' : edit())),
        )
      if (known.length < 10) await create()
      if (step % 10 === 0) await verify()
    }
    await verify()

    const faults = async (repair: typeof dialect | null) => {
      const found: string[] = []
      for await (const { check, fault, isRepaired } of checkStore({ dialect, files: null, repair }))
        found.push(`${check}: ${fault}${isRepaired ? ', repaired' : ''}`)
      return found
    }
    assert.deepEqual(await faults(null), [])
    await dialect.db.updateTable('word_error_counts').set({ wrong: 1 }).where('model', '=', 'small').execute()
    await dialect.db.deleteFrom('correction_counts').where('typed', '=', 'Wi-Fi').execute()
    const found = await faults(null)
    assert.match(found.join('\n'), /word_error_counts: small, en, wrong: 1 is stored, \d+ is right/)
    assert.match(found.join('\n'), /correction_counts: Wi-Fi, , jobs: 0 is stored, \d+ is right/)
    assert.ok((await faults(dialect)).every((fault) => fault.endsWith(', repaired')))
    assert.deepEqual(await faults(null), [])
    await verify()

    for (const job of [...known]) await remove(job)
    for (const table of [
      'job_word_errors',
      'word_error_counts',
      'job_corrections',
      'correction_counts',
    ] as const)
      assert.deepEqual(await dialect.db.selectFrom(table).selectAll().execute(), [], table)
    await close()
  })
})

onEitherStore('the quality routes', (fresh) => {
  let service: RunningService
  let client: Client
  let ids: string[] = []

  before(async () => {
    const fill = async (store: Store) => {
      const { accounts, keys } = store
      await keys.ensure(await accounts.ensure('other'), 'theirs', 'their-key')
      ids = await addTalks(store)
    }
    service = await runService({}, fill, await fresh())
    client = await Client.of(service)
    for (const id of ids.slice(1)) assert.equal(await correctTalk(client, id), 200)
  })
  after(async () => service.close())

  test('return a rate by model and language, with its confidence interval, for their own account', async () => {
    const { body } = await client.get<Quality>('/v2/quality')
    const [one, ...others] = body.items
    assert.deepEqual(others, [])
    const { rate, interval, ...counts } = one!
    // Each talk has 8 words in a sentence, and one less in each of the 3 corrected ones.
    const [words, wrong] = [3 * (8 * SENTENCES - 3), 3 * 3 * 2]
    assert.deepEqual(counts, { model: 'moonshine', language: 'en', transcripts: 3, words, wrong })
    assert.equal(rate, wrong / words)
    assert.ok(interval!.low < rate && rate < interval!.high)
    const { body: models } = await client.get<Models>('/v2/models')
    assert.deepEqual(models.corrected, body.items)
    const theirs = client.as('their-key')
    assert.deepEqual((await theirs.get<Quality>('/v2/quality')).body.items, [])
    assert.deepEqual((await theirs.get<VocabularyProposals>('/v2/quality/proposals')).body.items, [])
  })

  test('propose words that are corrected repeatedly, until they are in the vocabulary', async () => {
    const { body } = await client.get<VocabularyProposals>('/v2/quality/proposals')
    const heard = [{ text: 'cooper netties', jobs: 3 }]
    assert.deepEqual(body.items, [
      { word: 'Kubernetes', jobs: 3, heard, examples: ids.slice(1).toReversed() },
    ])
    // What would change: where else the words occur, and in which context.
    const { items } = (await client.get<JobPage>('/v2/jobs?q=cooper+netties&fields=id')).body
    assert.equal(items.length, 4)
    const { body: matches } = await client.get<MatchPage>(`/v2/jobs/${ids[0]}/matches?q=cooper+netties`)
    assert.equal(matches.items[0]?.text, 'We will now deploy cooper netties, part 0.')

    const { run } = remoteCommands(() => service, temporaryFolder())
    const { code, out } = await run(['quality'])
    assert.equal(code, 0)
    assert.match(out, /^moonshine +en +3 +1071 +1\.7 % \(1\.1–2\.6\)$/m)
    assert.match(out, /^Kubernetes +3 +cooper netties +4$/m)
    const [figures, proposed] = (await run(['quality', '--json'])).out.trim().split('\n')
    assert.equal((JSON.parse(figures!) as ModelQuality).wrong, 18)
    assert.deepEqual(JSON.parse(proposed!), body.items[0])

    const vocabulary = { words: [{ value: 'kubernetes', pronunciations: ['cooper netties'] }] }
    await client.send('PUT', '/v2/settings/vocabulary', { body: vocabulary })
    assert.deepEqual((await client.get<VocabularyProposals>('/v2/quality/proposals')).body.items, [])
  })

  test('return no rate for a few words', () => {
    const counted = { model: 'moonshine', language: 'en', transcripts: 1, words: 999, wrong: 0 } as const
    assert.deepEqual(withRate(counted), { ...counted, rate: null, interval: null })
    assert.equal(withRate({ ...counted, words: 1_000 }).rate, 0)
  })
})
