/** The screens, in the order of the navigation. */
import { type ComponentType, createElement } from 'preact'
import type { Scope } from '../../contract/scopes.ts'
import type { Messages } from '../languages/en.ts'
import { JobsScreen } from '../screens/jobs/jobs-screen.tsx'
import { NewScreen } from '../screens/new/new-screen.tsx'
import { isPerson, may } from '../sign-in.ts'
import type { IconName } from '../ui/icon.tsx'
import type * as LaterScreens from './later-screens.ts'
import { lazyScreen } from './lazy-screen.tsx'

export interface Screen {
  /** First segment of its path. */
  readonly path: keyof Messages['shell']['screens']
  readonly icon: IconName
  /** Shortcut key after `g`. */
  readonly key: string
  /** The scope that the console session must have. */
  readonly scope: Scope
  readonly component: ComponentType
  /** Screen for the paths below it, which have the id of an item as their second segment. */
  readonly item?: ComponentType<{ id: string }>
}

const loadJob = async () => import('../screens/job/job-screen.tsx')
const loadLater = async () => import('./later-screens.ts')

const JobScreen = lazyScreen(async () => (await loadJob()).JobScreen)

/** @param name of a screen that is loaded together with others */
const later = (name: keyof typeof LaterScreens) => lazyScreen(async () => (await loadLater())[name])

/** Preloads the remaining screens, once the first is shown. If this fails, they are loaded when needed. */
export async function loadScreens(): Promise<void> {
  await Promise.allSettled([loadJob(), loadLater()])
}

const TrashScreen = later('TrashScreen')

/** The trash is below the jobs. */
const JobOrTrash = ({ id }: { id: string }) =>
  id === 'trash' ? createElement(TrashScreen, null) : createElement(JobScreen, { id })

export const SCREENS: readonly Screen[] = [
  { path: 'jobs', icon: 'jobs', key: 'j', scope: 'read', component: JobsScreen, item: JobOrTrash },
  { path: 'new', icon: 'plus', key: 'n', scope: 'write', component: NewScreen },
  { path: 'live', icon: 'mic', key: 'l', scope: 'live', component: later('LiveScreen') },
  { path: 'deliveries', icon: 'send', key: 'd', scope: 'read', component: later('DeliveriesScreen') },
  { path: 'members', icon: 'users', key: 'm', scope: 'admin', component: later('MembersScreen') },
  { path: 'keys', icon: 'key', key: 'k', scope: 'admin', component: later('KeysScreen') },
  { path: 'system', icon: 'server', key: 's', scope: 'read', component: later('SystemScreen') },
  { path: 'me', icon: 'user', key: 'e', scope: 'read', component: later('MeScreen') },
]

/** The Me screen is only for users, not for keys. */
export const isShown = ({ scope, path }: Screen): boolean => may(scope) && (path !== 'me' || isPerson())
