/** Saves, renames and deletes presets. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Preset, Presets } from '../../../contract/settings.ts'
import { MAX } from '../../../contract/limits.ts'
import { attempt, notify } from '../../announce.ts'
import { type Draft, OWN } from '../../uploads/draft.ts'
import { t } from '../../languages/language.ts'
import { changeSetting } from '../../settings.ts'
import { ActionButton, Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { areSame, newPreset, presetName } from './presets.ts'

interface PresetActionsProps {
  readonly presets: Presets
  readonly draft: Draft
  readonly onChange: (presets: Presets) => void
}

/** Changes a preset in the list. Others may have removed it in the meantime. */
const withItem = (presets: Presets, id: string, changes: Partial<Preset>): Presets => ({
  ...presets,
  items: presets.items.map((one) => (one.id === id ? { ...one, ...changes } : one)),
})

export function PresetActions({ presets, draft: { choice, options }, onChange }: PresetActionsProps) {
  /** Whether the name of a new preset, or of the chosen one, is being edited. */
  const [naming, setNaming] = useState<'new' | 'chosen' | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const texts = t().newJob
  const preset = presets.items.find(({ id }) => id === choice.value)
  const isChanged = preset !== undefined && !areSame(preset.options, options.value)
  const change = async (make: (newest: Presets) => Presets) => onChange(await changeSetting('presets', make))

  const saveAs = async (name: string) => {
    const added = newPreset(name, options.value)
    await change((newest) => ({ ...newest, items: [...newest.items, added] }))
    choice.value = added.id
    notify(texts.savedPreset(name))
  }
  const remove = async ({ id }: Preset) => {
    await change(({ items, default: first }) => ({
      items: items.filter((one) => one.id !== id),
      default: first === id ? null : first,
    }))
    choice.value = OWN
  }
  if (naming !== null)
    return (
      <NameForm
        name={naming === 'chosen' && preset !== undefined ? presetName(preset) : ''}
        onClose={() => setNaming(null)}
        onSave={async (name) =>
          naming === 'chosen' && preset !== undefined
            ? change((newest) => withItem(newest, preset.id, { name }))
            : saveAs(name)
        }
      />
    )
  return (
    <div class="actions preset-actions">
      {isChanged && (
        <ActionButton
          action={async () => {
            await change((newest) => withItem(newest, preset.id, { options: options.value }))
            notify(texts.savedPreset(presetName(preset)))
          }}
        >
          {texts.savePreset(presetName(preset))}
        </ActionButton>
      )}
      <Button onClick={() => setNaming('new')}>{texts.saveAsPreset}</Button>
      {preset !== undefined && (
        <>
          <Button onClick={() => setNaming('chosen')}>{texts.rename}</Button>
          {presets.default !== preset.id && (
            <ActionButton action={async () => change((newest) => ({ ...newest, default: preset.id }))}>
              {texts.makeDefault}
            </ActionButton>
          )}
          <Button class="button danger" onClick={() => setDeleting(true)}>
            {texts.delete}
          </Button>
        </>
      )}
      {isDeleting && preset !== undefined && (
        <ConfirmDialog
          title={texts.deletePreset(presetName(preset))}
          action={texts.delete}
          onConfirm={() => void attempt(async () => remove(preset))}
          onClose={() => setDeleting(false)}
        >
          {texts.deletePresetHint}
        </ConfirmDialog>
      )}
    </div>
  )
}

interface NameFormProps {
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Not a form element, since it is inside one. */
function NameForm({ name: first, onSave, onClose }: NameFormProps) {
  const [name, setName] = useState(first)
  const field = useRef<HTMLInputElement>(null)
  // Immediately, so that the next keys go there.
  useLayoutEffect(() => field.current?.select(), [])
  const { presetName: label, save, cancel } = t().newJob
  const send = async () => {
    if (name.trim() === '' || (await attempt(async () => onSave(name.trim())))) onClose()
  }
  return (
    <div class="actions preset-actions">
      <input
        ref={field}
        class="input"
        aria-label={label}
        placeholder={label}
        maxLength={MAX.title}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return
          if (event.key === 'Enter') {
            // Do not submit the outer form.
            event.preventDefault()
            void send()
          } else if (event.key === 'Escape') onClose()
        }}
      />
      <Button onClick={() => void send()}>{save}</Button>
      <Button onClick={onClose}>{cancel}</Button>
    </div>
  )
}
