/** The page: the sign-in screen, or the screen in the URL within the shell for signed-in users. */
import { useEffect, useState } from 'preact/hooks'
import { watchConnection } from '../connection.ts'
import { listenForEvents } from '../events.ts'
import { t } from '../languages/language.ts'
import { watchJobs } from '../notifications.ts'
import { followLinks, segments } from '../router.ts'
import { JoinScreen } from '../screens/join/join-screen.tsx'
import { SignInScreen } from '../screens/sign-in/sign-in-screen.tsx'
import { restoreSignIn, signedIn } from '../sign-in.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import { dialogs } from '../ui/dialog.tsx'
import { Messages } from '../ui/messages.tsx'
import { Failure } from '../ui/states.tsx'
import { warnBeforeUnload } from '../uploads/uploads.ts'
import { Shell } from './shell.tsx'

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
    watchConnection()
    listenForEvents()
    watchJobs()
    start()
  }, [])
  if (error !== null)
    return (
      <main class="main">
        <Failure title={t().shell.notOpened} error={error} onRetry={start} />
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
        // Switching accounts reloads everything.
        <Shell key={`${session.who.id} ${session.account}`} />
      )}
      <Messages isShown={dialogs.value.length === 0} />
    </>
  )
}
