import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isReachable } from '../api.ts'
import { addFiles } from '../uploads/draft.ts'
import { t } from '../languages/language.ts'
import { href, navigate, segments, useFocusWith, useTitle, view } from '../router.ts'
import { may } from '../sign-in.ts'
import { useShortcuts } from '../shortcuts.ts'
import { DropTarget } from '../ui/drop-target.tsx'
import { Empty, Failure, Forbidden, NotFound } from '../ui/states.tsx'
import { isShown, loadScreens, type Screen, SCREENS } from './screens.ts'
import { ShortcutHelp } from './shortcut-help.tsx'
import { Side } from './side.tsx'

/** Milliseconds after which the scripts of the other screens are preloaded. */
const PRELOAD_MS = 1_000

/** The navigation, with a screen beside it. */
export function Shell() {
  const [isHelpShown, setHelpShown] = useState(false)
  const screens = SCREENS.filter(isShown)
  const [name = screens[0]?.path, id] = segments.value
  const main = useFocusWith([name, id].join('/'))
  const screen = SCREENS.find(({ path }) => path === name)
  const { everywhere, goTo, showShortcuts, skip, unreachable, screens: labels } = t().shell
  useShortcuts(everywhere, [
    ...screens.map(({ key, path }) => ({
      keys: `g ${key}`,
      label: goTo(labels[path]),
      run: () => navigate(path),
    })),
    { keys: '?', label: showShortcuts, run: () => setHelpShown(true) },
  ])
  useEffect(() => {
    const timer = setTimeout(() => void loadScreens(), PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div class="shell">
      <a class="skip-link" href="#main">
        {skip}
      </a>
      <Side screens={screens} current={screen} onHelp={() => setHelpShown(true)} />
      <div>
        {!isReachable.value && (
          <p class="banner" role="alert">
            {unreachable}
          </p>
        )}
        <main class="main" id="main" ref={main} tabIndex={-1}>
          <div class="content">
            <Guarded>
              <Content screen={screen} id={id} />
            </Guarded>
          </div>
        </main>
      </div>
      {may('write') && <DropTarget onFiles={addFiles} />}
      {isHelpShown && <ShortcutHelp onClose={() => setHelpShown(false)} />}
    </div>
  )
}

/** An error in a screen leaves the rest of the page intact. The next view resets it. */
function Guarded({ children }: { children: ComponentChildren }) {
  /** The view that broke. */
  const broken = useRef('')
  const [error, reset] = useErrorBoundary((problem) => {
    broken.current = view.peek()
    reportError(problem)
  })
  const shown = view.value
  useLayoutEffect(() => {
    // Resetting for the view that broke would leave the screen empty.
    if (broken.current !== shown) reset()
  }, [shown])
  if (error === undefined || broken.current !== shown) return children
  return (
    <>
      <Failure title={t().shell.screenBroken} error={error as Error} onRetry={reset} />
      <a class="button" href={href('jobs')}>
        {t().ui.goToJobs}
      </a>
    </>
  )
}

function Content({ screen, id }: { screen: Screen | undefined; id: string | undefined }): ComponentChildren {
  if (screen !== undefined && !isShown(screen)) return <NotShown screen={screen} />
  if (screen !== undefined && id === undefined) return <screen.component />
  if (screen?.item !== undefined && id !== undefined) return <screen.item key={id} id={id} />
  return <NotFound title={t().shell.noSuchPage} />
}

/** Shown for the URL of a screen that is not in the navigation. */
function NotShown({ screen: { path, scope } }: { screen: Screen }) {
  const { screens, forPeople, forPeopleHint } = t().shell
  useTitle(screens[path])
  return (
    <>
      <div class="page-header">
        <h1>{screens[path]}</h1>
      </div>
      {may(scope) ? (
        <Empty icon="key" title={forPeople}>
          {forPeopleHint}
        </Empty>
      ) : (
        <Forbidden scope={scope} />
      )}
    </>
  )
}
