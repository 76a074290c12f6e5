import type { AuditEntry } from '../../../contract/audit.ts'
import type { Who } from '../../../contract/who.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { signedIn } from '../../sign-in.ts'
import { Age } from '../../ui/age.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { Table } from '../../ui/table.tsx'
import { type Kind, KIND_NAMES, KINDS, type SentenceName } from './activity-kinds.ts'

const ICONS: Readonly<Record<Kind, IconName>> = {
  recordings: 'jobs',
  sharing: 'send',
  people: 'users',
  keys: 'key',
  signIns: 'user',
  settings: 'system',
}

/** Sentences about something that no longer exists. */
const GONE: ReadonlySet<SentenceName> = new Set([
  ...(['deleted', 'deletedCount', 'erased', 'emptied', 'expired', 'audioExpired', 'trashExpired'] as const),
  ...(['roomMade', 'accountDeleted', 'accountGone'] as const),
])

/** Operations on a recording whose ids are those of its job. */
const OF_JOB: ReadonlySet<SentenceName> = new Set([
  ...(['transcribed', 'live', 'described', 'corrected', 'speakers', 'cancelled', 'restored'] as const),
  ...(['exported', 'calledBack', 'shared', 'unshared'] as const),
])

/** The sentence for an operation; `other` if this console does not know it. */
function shownOperation(operation: string): {
  readonly sentence: SentenceName
  readonly icon: IconName
  readonly isOfJob: boolean
} {
  const kind = KIND_NAMES.find((name) => Object.hasOwn(KINDS[name], operation))
  const sentence = (kind === undefined ? undefined : KINDS[kind][operation]) ?? 'other'
  const icon = GONE.has(sentence) ? 'trash' : kind === undefined ? 'edit' : ICONS[kind]
  return { sentence, icon, isOfJob: OF_JOB.has(sentence) }
}

interface ActivityTableProps {
  readonly entries: readonly AuditEntry[]
  /** Whether the entries are of several accounts, whose names are shown. */
  readonly isOfAll: boolean
  readonly isBusy: boolean
}

/** Entries of the audit as sentences, newest first. */
export function ActivityTable({ entries, isOfAll, isBusy }: ActivityTableProps) {
  const texts = t().activity
  const account = signedIn.value?.account
  /** The jobs that newer entries delete. */
  const deleted = new Set<unknown>()
  return (
    <Table
      caption={texts.caption}
      isBusy={isBusy}
      columns={[
        texts.what,
        ...(isOfAll ? [{ head: texts.account, class: 'wide' }] : []),
        { head: texts.from, class: 'wide' },
        { head: texts.when, class: 'number' },
      ]}
    >
      {entries.map((entry) => {
        const { sentence, icon, isOfJob } = shownOperation(entry.operation)
        const { id } = entry.details
        if (sentence === 'deleted') deleted.add(id)
        if (sentence === 'restored') deleted.delete(id)
        return (
          <tr key={entry.id}>
            <th scope="row">
              <div class="range-end">
                <span class="muted">
                  <Icon name={icon} />
                </span>
                <span>
                  {isOfJob && entry.account === account && typeof id === 'string' && !deleted.has(id) ? (
                    <a href={href(`jobs/${id}`)} title={texts.showRecording}>
                      <Happening entry={entry} />
                    </a>
                  ) : (
                    <Happening entry={entry} />
                  )}
                </span>
              </div>
            </th>
            {isOfAll && (
              <td class="wide">
                <bdi>{entry.account}</bdi>
              </td>
            )}
            <td class="wide muted numeric">{entry.address}</td>
            <td class="number muted">
              <Age timestamp={entry.at} />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** What happened, in a sentence. */
function Happening({ entry: { operation, by, details } }: { entry: AuditEntry }) {
  const { sentences } = t().activity
  const { sentence } = shownOperation(operation)
  const count = Array.isArray(details['ids']) ? details['ids'].length : details['jobs']
  const text = sentences[sentence]
  return (
    <Sentence
      text={typeof text === 'string' ? text : typeof count === 'number' ? text(count) : sentences.deletedMany}
      parts={{
        who: <WhoDidIt who={by} />,
        name: <bdi>{details['name'] ?? '…'}</bdi>,
        operation: <code>{operation}</code>,
      }}
    />
  )
}

function WhoDidIt({ who }: { who: Who | null }) {
  const texts = t().activity
  if (who === null) return texts.service
  if (who.kind === 'operator') return texts.commandLine
  const name = <bdi>{who.name}</bdi>
  return who.kind === 'user' ? name : <Sentence text={texts.key} parts={{ name }} />
}
