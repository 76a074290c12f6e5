import type { KeyList } from '../../../contract/keys.ts'
import type { MemberList } from '../../../contract/members.ts'
import { get } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { parameters } from '../../router.ts'
import { isOperator } from '../../sign-in.ts'
import { Select } from '../../ui/fields.tsx'
import { KIND_NAMES } from './activity-kinds.ts'

type Option = readonly [value: string, label: string]

/** Filters the activity by person and kind; for operators, also by account. */
export function ActivityFilters({ show }: { show: (filters: Readonly<Record<string, string>>) => void }) {
  const texts = t().activity
  const people = useResource<readonly Option[]>('', async (_known, abort) => peopleOf(abort))
  const chosen = parameters.value.get('by') ?? ''
  const known: readonly Option[] = [
    ['', texts.everybody],
    ...(people.value ?? []),
    ['operator', texts.commandLine],
  ]
  // A person who is no longer a member.
  const others: readonly Option[] = known.some(([id]) => id === chosen) ? [] : [[chosen, '…']]
  const fields: readonly (readonly [name: string, label: string, options: readonly Option[]])[] = [
    ['by', texts.who, [...known, ...others]],
    [
      'kind',
      texts.kind,
      [['', texts.everything], ...KIND_NAMES.map((kind) => [kind, texts.kinds[kind]] as const)],
    ],
    ...(isOperator()
      ? ([
          [
            'account',
            texts.account,
            [
              ['', texts.ownAccount],
              ['*', texts.allAccounts],
            ],
          ],
        ] as const)
      : []),
  ]
  return (
    <div class="range">
      {fields.map(([name, label, options]) => (
        <label key={name} class="range-end">
          <span class="muted">{label}</span>
          <Select
            aria-label={label}
            value={parameters.value.get(name) ?? ''}
            options={options}
            onChange={(value) => show({ [name]: value })}
          />
        </label>
      ))}
    </div>
  )
}

/** The members of the account and its own keys. */
async function peopleOf(abort: AbortSignal): Promise<readonly Option[]> {
  const [members, keys] = await Promise.all([
    get<MemberList>('v2/members', abort),
    get<KeyList>('v2/keys', abort),
  ])
  const own = keys.items.filter(({ user_id }) => user_id === null)
  return [...members.items, ...own].map(({ id, name }): Option => [id, name])
}
