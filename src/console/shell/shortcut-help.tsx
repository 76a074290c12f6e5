import { t } from '../languages/language.ts'
import { shortcutsEnabled } from '../preferences.ts'
import { shortcutGroups } from '../shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Check } from '../ui/fields.tsx'

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  'Ctrl+z': 'Ctrl+Z',
  'Ctrl+Z': 'Ctrl+Shift+Z',
}

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { shortcuts: title, space, useShortcuts, close } = t().shell
  return (
    <Dialog title={title} onClose={onClose}>
      {shortcutGroups.value.map((group) => (
        <section key={group.title}>
          <h3 class="shortcut-title">{group.title}</h3>
          <dl class="shortcut-list">
            {group.shortcuts.map(({ keys, label }) => [
              <dt key={`${keys} label`}>{label}</dt>,
              <dd key={keys}>
                {(keys === ' ' ? [space] : keys.split(' ')).map((one) => (
                  <kbd key={one}>{SYMBOLS[one] ?? one}</kbd>
                ))}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
      <Check
        label={useShortcuts}
        checked={shortcutsEnabled.value === 'on'}
        onChange={(isOn) => (shortcutsEnabled.value = isOn ? 'on' : 'off')}
      />
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          {close}
        </button>
      </form>
    </Dialog>
  )
}
