/** Which screen is shown, and the shell around it. */
import type { ComponentChildren, ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Scope } from '../contract/scopes.ts'
import { BASE, isReachable } from './api.ts'
import { attempt } from './announce.ts'
import { shortcutsEnabled, theme, type Theme } from './preferences.ts'
import { followLinks, href, navigate, segments, useTitle } from './router.ts'
import { DeliveriesScreen } from './screens/deliveries/deliveries-screen.tsx'
import { JobScreen } from './screens/job/job-screen.tsx'
import { JobsScreen } from './screens/jobs/jobs-screen.tsx'
import { JoinScreen } from './screens/join/join-screen.tsx'
import { KeysScreen } from './screens/keys/keys-screen.tsx'
import { LiveScreen } from './screens/live/live-screen.tsx'
import { isLive } from './screens/live/recording.ts'
import { AccountSelect } from './screens/me/account-select.tsx'
import { MeScreen } from './screens/me/me-screen.tsx'
import { MembersScreen } from './screens/members/members-screen.tsx'
import { NewScreen } from './screens/new/new-screen.tsx'
import { SignInScreen } from './screens/sign-in/sign-in-screen.tsx'
import { SystemScreen } from './screens/system/system-screen.tsx'
import { isPerson, may, restoreSignIn, signedIn, signOut } from './sign-in.ts'
import { listenForShortcuts, shortcutGroups, useShortcuts } from './shortcuts.ts'
import { Dialog, dialogs } from './ui/dialog.tsx'
import { Check } from './ui/fields.tsx'
import { Icon, type IconName } from './ui/icon.tsx'
import { Messages } from './ui/messages.tsx'
import { Empty, Failure, Forbidden, NotFound } from './ui/states.tsx'
import { DropTarget, UploadTray } from './ui/uploads.tsx'
import { warnBeforeUnload } from './uploads.ts'

interface Screen {
  /** The first segment of its path. */
  readonly path: string
  readonly label: string
  readonly icon: IconName
  /** The key after `g`. */
  readonly key: string
  /** What who is signed in must be able to do. */
  readonly scope: Scope
  readonly component: ComponentType
  /** Of the paths below it, which have the id of an item as their second segment. */
  readonly item?: ComponentType<{ id: string }>
}

/** In the order of the navigation. */
const SCREENS: readonly Screen[] = [
  {
    path: 'jobs',
    label: 'Jobs',
    icon: 'jobs',
    key: 'j',
    scope: 'read',
    component: JobsScreen,
    item: JobScreen,
  },
  { path: 'new', label: 'New', icon: 'plus', key: 'n', scope: 'write', component: NewScreen },
  { path: 'live', label: 'Live', icon: 'mic', key: 'l', scope: 'live', component: LiveScreen },
  {
    path: 'deliveries',
    label: 'Deliveries',
    icon: 'send',
    key: 'd',
    scope: 'read',
    component: DeliveriesScreen,
  },
  { path: 'members', label: 'Members', icon: 'users', key: 'm', scope: 'admin', component: MembersScreen },
  { path: 'keys', label: 'Keys', icon: 'key', key: 'k', scope: 'admin', component: KeysScreen },
  { path: 'system', label: 'System', icon: 'server', key: 's', scope: 'read', component: SystemScreen },
  { path: 'me', label: 'Me', icon: 'user', key: 'e', scope: 'read', component: MeScreen },
]

/** Who signed in with a key does nothing about themselves. */
const isShown = ({ scope, path }: Screen): boolean => may(scope) && (path !== 'me' || isPerson())

export function App() {
  const [error, setError] = useState<Error | null>(null)
  const start = () => {
    setError(null)
    restoreSignIn()
      .then(() => (signedIn.value ??= null))
      .catch(setError)
  }
  useEffect(() => {
    followLinks()
    listenForShortcuts()
    warnBeforeUnload()
    start()
  }, [])
  if (error !== null)
    return (
      <main class="main">
        <Failure title="The console could not be opened" error={error} onRetry={start} />
      </main>
    )
  const session = signedIn.value
  if (session === undefined) return null
  return (
    <>
      {segments.value[0] === 'join' ? (
        <JoinScreen />
      ) : session === null ? (
        <SignInScreen />
      ) : (
        // With another account, all is loaded again.
        <Shell key={`${session.who.id} ${session.account}`} />
      )}
      <Messages isShown={dialogs.value.length === 0} />
    </>
  )
}

function Shell() {
  const [isHelpShown, setHelpShown] = useState(false)
  const main = useRef<HTMLElement>(null)
  const screens = SCREENS.filter(isShown)
  const [name = screens[0]?.path, id] = segments.value
  const screen = SCREENS.find(({ path }) => path === name)
  useShortcuts('Everywhere', [
    ...screens.map(({ key, path, label }) => ({
      keys: `g ${key}`,
      label: `Go to ${label}`,
      run: () => navigate(path),
    })),
    { keys: '?', label: 'Show shortcuts', run: () => setHelpShown(true) },
  ])
  const shown = useRef([name, id].join('/'))
  useEffect(() => {
    // As with a page that was loaded; the first one keeps the browser's own focus.
    const path = [name, id].join('/')
    if (path !== shown.current) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [name, id])

  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Side screens={screens} current={screen} onHelp={() => setHelpShown(true)} />
      <div>
        {!isReachable.value && (
          <p class="banner" role="alert">
            The service cannot be reached. What is shown may be out of date; the console keeps trying.
          </p>
        )}
        <main class="main" id="main" ref={main} tabIndex={-1}>
          <div class="content">
            <Content screen={screen} id={id} />
          </div>
        </main>
      </div>
      {may('write') && <DropTarget />}
      <UploadTray />
      {isHelpShown && <Help onClose={() => setHelpShown(false)} />}
    </div>
  )
}

function Content({ screen, id }: { screen: Screen | undefined; id: string | undefined }): ComponentChildren {
  if (screen !== undefined && !isShown(screen)) return <NotShown screen={screen} />
  if (screen !== undefined && id === undefined) return <screen.component />
  if (screen?.item !== undefined && id !== undefined) return <screen.item key={id} id={id} />
  return <NotFound title="There is no such page" />
}

/** What somebody sees who typed the URL of a screen that is not in the navigation. */
function NotShown({ screen: { label, scope } }: { screen: Screen }) {
  useTitle(label)
  return (
    <>
      <div class="page-header">
        <h1>{label}</h1>
      </div>
      {may(scope) ? (
        <Empty icon="key" title="This is for people">
          You are signed in with a key: sign in as yourself to see it.
        </Empty>
      ) : (
        <Forbidden scope={scope} />
      )}
    </>
  )
}

interface SideProps {
  readonly screens: readonly Screen[]
  readonly current: Screen | undefined
  readonly onHelp: () => void
}

function Side({ screens, current, onHelp }: SideProps) {
  return (
    <header class="side">
      <div class="brand">
        <Icon name="wave" />
        Scriptorium
      </div>
      <nav aria-label="Main">
        <ul>
          {screens.map((screen) => (
            <li key={screen.path}>
              <a href={href(screen.path)} aria-current={screen === current ? 'page' : undefined}>
                <Icon name={screen.icon} />
                {screen.label}
                {screen.path === 'live' && isLive.value && (
                  <span class="live-mark" role="img" aria-label="recording" />
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="side-footer">
        <a href={new URL('docs/', BASE).href} target="_blank" rel="noreferrer" aria-label="API reference">
          <Icon name="book" />
          <span class="label">API reference</span>
        </a>
        <ThemeButton />
        <button type="button" onClick={onHelp} aria-label="Keyboard shortcuts">
          <Icon name="help" />
          <span class="label">Shortcuts</span>
        </button>
        <button type="button" onClick={() => void attempt(signOut)} aria-label="Sign out">
          <Icon name="signOut" />
          <span class="label">Sign out</span>
        </button>
        <Account />
      </div>
    </header>
  )
}

/** Who is signed in, and with which account, which people with several change here. */
function Account() {
  const { account = '', accounts = [], who } = signedIn.value ?? {}
  return (
    <div class="side-account">
      {accounts.length > 1 ? <AccountSelect /> : <strong>{account}</strong>}
      <p class="muted">
        {!isPerson() && (who?.kind === 'key' ? 'Key: ' : 'Key of ')}
        <bdi>{who?.name}</bdi>
      </p>
    </div>
  )
}

const THEMES: readonly { value: Theme; label: string; icon: IconName }[] = [
  { value: 'system', label: 'System theme', icon: 'system' },
  { value: 'light', label: 'Light theme', icon: 'sun' },
  { value: 'dark', label: 'Dark theme', icon: 'moon' },
]

/** Switches to the next theme. */
function ThemeButton() {
  const at = THEMES.findIndex(({ value }) => value === theme.value)
  const { label, icon } = THEMES[at] ?? THEMES[0]!
  const next = THEMES[(at + 1) % THEMES.length]?.value ?? 'system'
  return (
    <button type="button" onClick={() => (theme.value = next)} aria-label={label}>
      <Icon name={icon} />
      <span class="label">{label}</span>
    </button>
  )
}

function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      {shortcutGroups.value.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 class="shortcut-title">{title}</h3>
          <dl class="shortcut-list">
            {shortcuts.map(({ keys, label }) => [
              <dt key={`${keys} label`}>{label}</dt>,
              <dd key={keys}>
                {(keys === ' ' ? ['Space'] : keys.split(' ')).map((one) => (
                  <kbd key={one}>{SYMBOLS[one] ?? one}</kbd>
                ))}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
      <Check
        label="Use single-key shortcuts"
        checked={shortcutsEnabled.value === 'on'}
        onChange={(isOn) => (shortcutsEnabled.value = isOn ? 'on' : 'off')}
      />
      <form method="dialog" class="actions">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </Dialog>
  )
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  'Ctrl+z': 'Ctrl+Z',
}
