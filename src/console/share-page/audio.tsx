import { t } from '../languages/language.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Playback } from '../screens/job/playback.ts'
import { Button } from '../ui/button.tsx'
import { audioReady, urlOf } from './link.ts'

/** The browser's own player, once the audio is ready. */
export function Audio({ playback, canDownload }: { playback: Playback; canDownload: boolean }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<'preparing' | 'ready' | Error>('preparing')
  useEffect(() => (audio.current === null ? undefined : playback.attach(audio.current)), [playback])
  const load = () => {
    setState('preparing')
    audioReady().then(() => {
      playback.load(urlOf('audio'))
      if (playback.hasFailed.peek()) playback.reload()
      setState('ready')
    }, setState)
  }
  useEffect(load, [playback])
  const hasFailed = state instanceof Error || playback.hasFailed.value
  return (
    <section class="shared-player" aria-label={t().sharePage.player}>
      <audio
        ref={audio}
        controls
        // Affects the menu of the player.
        controlsList={canDownload ? '' : 'nodownload'}
        preload="metadata"
        hidden={state !== 'ready' || hasFailed}
        aria-label={t().ui.audio}
      />
      {state === 'preparing' && <p role="status">{t().sharePage.preparing}</p>}
      {hasFailed && state !== 'preparing' && (
        <p>
          <span role="alert">{t().sharePage.cannotPlay}</span>{' '}
          <Button onClick={load}>{t().ui.tryAgain}</Button>
        </p>
      )}
    </section>
  )
}
