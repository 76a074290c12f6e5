/** The page of a link to a transcript: an entry of the bundle, see src/http/console-bundle.ts. */
import '../ui/base.css'
import '../ui/ui.css'
import '../ui/transcript.css'
import '../ui/print.css'
import './shared.css'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SharedTranscript } from '../../contract/shares.ts'
import { startLanguage, t } from '../languages/language.ts'
import { loadTranscript, noteOpened } from './link.ts'
import { TranscriptPage } from './transcript-page.tsx'

function Shared() {
  const [transcript, setTranscript] = useState<SharedTranscript | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const load = () => {
    setError(null)
    loadTranscript().then(setTranscript, setError)
  }
  useEffect(() => {
    load()
    // This is only counted, so failures do not matter.
    noteOpened().catch(() => {})
  }, [])
  if (transcript !== null) return <TranscriptPage transcript={transcript} />
  if (error === null) return <main class="shared" aria-busy="true" aria-label={t().sharePage.transcript} />
  return (
    <main class="shared">
      <h1>{t().sharePage.notLoaded}</h1>
      <p role="alert">{error.message}</p>
      <button type="button" class="button" onClick={load}>
        {t().ui.tryAgain}
      </button>
    </main>
  )
}

const root = document.getElementById('transcript')
await startLanguage()
if (root !== null) render(<Shared />, root)
