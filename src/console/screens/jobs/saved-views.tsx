/** Named sets of filters that everyone in the account can open. */
import { useState } from 'preact/hooks'
import { MAX } from '../../../contract/limits.ts'
import type { View, Views } from '../../../contract/settings.ts'
import { get } from '../../api.ts'
import { attempt, notify } from '../../announce.ts'
import { t } from '../../languages/language.ts'
import { randomId } from '../../random-id.ts'
import { useResource } from '../../resource.ts'
import { navigate, parameters } from '../../router.ts'
import { changeSetting } from '../../settings.ts'
import { may } from '../../sign-in.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { FILTERS } from './job-query.ts'

/** The filters of the URL, without the page. */
function presentQuery(): string {
  const query = new URLSearchParams()
  for (const name of FILTERS) for (const value of parameters.value.getAll(name)) query.append(name, value)
  return query.toString()
}

export function SavedViews() {
  return (
    <MenuButton name="filter" label={t().jobs.views}>
      {(close) => <ViewList onOpen={close} />}
    </MenuButton>
  )
}

function ViewList({ onOpen }: { onOpen: () => void }) {
  const views = useResource<Views>('', async (_known, abort) => get<Views>('v2/settings/views', abort))
  const texts = t().jobs
  const change = async (make: (newest: readonly View[]) => View[]) => {
    const isSaved = await attempt(async () =>
      changeSetting<Views>('views', ({ items }) => ({ items: make(items) })),
    )
    views.reload()
    return isSaved
  }
  return (
    <Loaded resource={views} title={texts.viewsFailed}>
      {({ items }) => (
        <>
          {items.length === 0 && <p class="hint">{texts.noViews}</p>}
          <ul>
            {items.map((view) => (
              <ViewItem
                key={view.id}
                view={view}
                onOpen={() => {
                  onOpen()
                  navigate(`jobs?${view.query}`)
                }}
                onRename={async (name) =>
                  change((newest) => newest.map((one) => (one.id === view.id ? { ...one, name } : one)))
                }
                onRemove={async () => change((newest) => newest.filter(({ id }) => id !== view.id))}
              />
            ))}
          </ul>
          {may('write') && <NewView onSave={async (view) => change((newest) => [...newest, view])} />}
        </>
      )}
    </Loaded>
  )
}

interface ViewItemProps {
  readonly view: View
  readonly onOpen: () => void
  /** @returns whether it was saved */
  readonly onRename: (name: string) => Promise<boolean>
  readonly onRemove: () => Promise<unknown>
}

function ViewItem({ view: { name, query }, onOpen, onRename, onRemove }: ViewItemProps) {
  const [isRenamed, setRenamed] = useState(false)
  const { renameView, deleteView } = t().jobs
  if (isRenamed)
    return (
      <li>
        <NameForm
          initial={name}
          label={renameView(name)}
          onName={async (given) => {
            const isSaved = await onRename(given)
            if (isSaved) setRenamed(false)
            return isSaved
          }}
        />
      </li>
    )
  return (
    <li class="view">
      <Button class="menu-button" aria-pressed={query === presentQuery()} onClick={onOpen}>
        <bdi>{name}</bdi>
      </Button>
      {may('write') && (
        <>
          <IconButton icon="edit" label={renameView(name)} onClick={() => setRenamed(true)} />
          <IconButton icon="trash" label={deleteView(name)} onClick={() => void onRemove()} />
        </>
      )}
    </li>
  )
}

/** Saves the current filters under a name. */
function NewView({ onSave }: { onSave: (view: View) => Promise<boolean> }) {
  const query = presentQuery()
  const { saveView, saveViewHint, viewSaved } = t().jobs
  if (query === '') return <p class="hint">{saveViewHint}</p>
  return (
    <NameForm
      initial=""
      label={saveView}
      onName={async (name) => {
        const isSaved = await onSave({ id: randomId(), name, query })
        if (isSaved) notify(viewSaved(name))
        return isSaved
      }}
    />
  )
}

interface NameFormProps {
  readonly initial: string
  readonly label: string
  /** @returns whether it was saved; if not, the name stays in the field */
  readonly onName: (name: string) => Promise<boolean>
}

function NameForm({ initial, label, onName }: NameFormProps) {
  const [name, setName] = useState(initial)
  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void onName(name.trim()).then((isSaved) => isSaved && setName(''))
      }}
    >
      <label class="field">
        <span class="field-label">{label}</span>
        <input
          class="input"
          required
          maxLength={MAX.title}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <button type="submit" class="button">
        {t().jobs.save}
      </button>
    </form>
  )
}
