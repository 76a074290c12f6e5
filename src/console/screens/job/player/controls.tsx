import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatDuration, formatRate } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { type Playback, RATES } from '../playback.ts'
import { ZOOM_STEP } from './zoom.ts'

interface ControlsProps {
  readonly playback: Playback
  /** Seconds. */
  readonly length: number
  readonly download: string
  /** Null if there are no words to detect silence by. */
  readonly skips: boolean | null
  readonly onSkips: () => void
  readonly onRepeat: () => void
  readonly zoom: number
  readonly maxZoom: number
  readonly onZoom: (factor: number) => void
}

/** The controls of the player. On phones, the less frequent ones are in a menu. */
export function Controls(props: ControlsProps) {
  const { playback, length, download, skips, onSkips, onRepeat, zoom, maxZoom, onZoom } = props
  const [hasMore, setMore] = useState(false)
  const texts = t().player
  const isPlaying = playback.isPlaying.value
  return (
    <div class="player-controls">
      <Button
        class="play-button"
        aria-label={isPlaying ? texts.pause : texts.play}
        onClick={() => playback.toggle()}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </Button>
      <p class="numeric time">
        <Time playback={playback} /> <span class="muted">/ {formatDuration(length)}</span>
      </p>
      <Speed playback={playback} />
      <IconButton
        icon="more"
        label={texts.more}
        class="icon-button more-controls"
        aria-expanded={hasMore}
        onClick={() => setMore(!hasMore)}
      />
      <div class="player-more" data-open={hasMore}>
        {skips !== null && (
          <Toggle icon="silence" isOn={skips} onClick={onSkips}>
            {texts.skipSilence}
          </Toggle>
        )}
        <Toggle icon="repeat" isOn={playback.loop.value !== null} onClick={onRepeat}>
          {texts.repeat}
        </Toggle>
        <Volume playback={playback} />
        <span class="zoom">
          <IconButton
            icon="zoomOut"
            label={texts.zoomOut}
            disabled={zoom <= 1}
            onClick={() => onZoom(1 / ZOOM_STEP)}
          />
          <IconButton
            icon="zoomIn"
            label={texts.zoomIn}
            disabled={zoom >= maxZoom}
            onClick={() => onZoom(ZOOM_STEP)}
          />
        </span>
        <Download url={download} />
      </div>
    </div>
  )
}

export function Download({ url }: { url: string }) {
  const label = t().player.download
  return (
    <a class="icon-button" href={url} download aria-label={label} title={label}>
      <Icon name="download" />
    </a>
  )
}

interface ToggleProps {
  readonly icon: IconName
  readonly isOn: boolean
  readonly onClick: () => void
  readonly children: ComponentChildren
}

function Toggle({ icon, isOn, onClick, children }: ToggleProps) {
  return (
    <Button class="toggle" aria-pressed={isOn} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </Button>
  )
}

function Speed({ playback }: { playback: Playback }) {
  return (
    <Select
      aria-label={t().player.speed}
      value={String(playback.rate.value)}
      options={RATES.map((rate) => [String(rate), formatRate(rate)])}
      onChange={(rate) => playback.setRate(Number(rate))}
    />
  )
}

function Volume({ playback }: { playback: Playback }) {
  const { mute, unmute, volume } = t().player
  const isSilent = playback.isMuted.value || playback.volume.value === 0
  return (
    <span class="volume">
      <IconButton
        icon={isSilent ? 'muted' : 'volume'}
        label={isSilent ? unmute : mute}
        onClick={() => playback.toggleMute()}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isSilent ? 0 : playback.volume.value}
        aria-label={volume}
        onInput={({ currentTarget }) => playback.setVolume(currentTarget.valueAsNumber)}
      />
    </span>
  )
}

/** A separate component, since it is rendered every second. */
function Time({ playback }: { playback: Playback }) {
  return <>{formatDuration(playback.wholeSeconds.value)}</>
}
