import { t } from '../languages/language.ts'
import { theme, type Theme } from '../preferences.ts'
import { Icon, type IconName } from './icon.tsx'

const THEMES: readonly { value: Theme; icon: IconName }[] = [
  { value: 'system', icon: 'system' },
  { value: 'light', icon: 'sun' },
  { value: 'dark', icon: 'moon' },
]

/** Switches to the next theme. */
export function ThemeButton() {
  const at = THEMES.findIndex(({ value }) => value === theme.value)
  const { value, icon } = THEMES[at] ?? THEMES[0]!
  const label = t().ui.themes[value]
  const next = THEMES[(at + 1) % THEMES.length]?.value ?? 'system'
  return (
    <button type="button" onClick={() => (theme.value = next)} aria-label={label}>
      <Icon name={icon} />
      <span class="label">{label}</span>
    </button>
  )
}
