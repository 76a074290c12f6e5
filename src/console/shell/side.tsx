import { BASE } from '../api.ts'
import { attempt } from '../announce.ts'
import { LANGUAGES, t } from '../languages/language.ts'
import { language } from '../preferences.ts'
import { href } from '../router.ts'
import { isLive } from '../screens/live/recording.ts'
import { AccountSelect } from '../screens/me/account-select.tsx'
import { isPerson, signedIn, signOut } from '../sign-in.ts'
import { Select } from '../ui/fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { ThemeButton } from '../ui/theme-button.tsx'
import { UploadTray } from '../uploads/upload-tray.tsx'
import type { Screen } from './screens.ts'

interface SideProps {
  readonly screens: readonly Screen[]
  readonly current: Screen | undefined
  readonly onHelp: () => void
}

/** The navigation, and other elements that all screens share. */
export function Side({ screens, current, onHelp }: SideProps) {
  const { navigation, recording, apiReference, shortcuts, signOut: leave, screens: labels } = t().shell
  return (
    <header class="side">
      <div class="brand">
        <Icon name="wave" />
        Scriptorium
      </div>
      <nav aria-label={navigation}>
        <ul>
          {screens.map((screen) => (
            <li key={screen.path}>
              <a href={href(screen.path)} aria-current={screen === current ? 'page' : undefined}>
                <Icon name={screen.icon} />
                {labels[screen.path]}
                {screen.path === 'live' && isLive.value && (
                  <span class="live-mark" role="img" aria-label={recording} />
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <UploadTray />
      <div class="side-footer">
        <a href={new URL('docs/', BASE).href} target="_blank" rel="noreferrer" aria-label={apiReference}>
          <Icon name="book" />
          <span class="label">{apiReference}</span>
        </a>
        <ThemeButton />
        <button type="button" onClick={onHelp} aria-label={shortcuts}>
          <Icon name="help" />
          <span class="label">{shortcuts}</span>
        </button>
        <button type="button" onClick={() => void attempt(signOut)} aria-label={leave}>
          <Icon name="signOut" />
          <span class="label">{leave}</span>
        </button>
        <Account />
        <AccountMenu />
      </div>
    </header>
  )
}

/** The signed-in user or key, and the choice of account and language. */
function Account() {
  const { account = '', accounts = [], who } = signedIn.value ?? {}
  const { byKey, byKeyOf } = t().shell
  const text = isPerson() ? '{name}' : who?.kind === 'key' ? byKey : byKeyOf
  return (
    <div class="side-account">
      {accounts.length > 1 ? <AccountSelect /> : <strong>{account}</strong>}
      <p class="muted">
        <Sentence text={text} parts={{ name: <bdi>{who?.name}</bdi> }} />
      </p>
      <LanguageSelect />
    </div>
  )
}

/** The same as a menu, for narrow windows. */
function AccountMenu() {
  return (
    <MenuButton icon="user" isIconOnly name="account" label={t().shell.accountAndLanguage}>
      {() => <Account />}
    </MenuButton>
  )
}

function LanguageSelect() {
  const { language: label, systemLanguage } = t().shell
  return (
    <Select
      aria-label={label}
      value={language.value}
      options={[['system', systemLanguage], ...Object.entries(LANGUAGES)]}
      onChange={(code) => (language.value = code)}
    />
  )
}
