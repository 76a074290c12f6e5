import { t } from '../../languages/language.ts'
import type { Level } from './level.ts'

/** A level meter: a bar for the level, and a line for the peak of the last second; red is too loud. */
export function LevelMeter({ level: { now, highest, isClipped } }: { level: Level }) {
  const percent = Math.round(now * 100)
  return (
    <div class="level" data-clipped={isClipped}>
      <div
        class="level-bar"
        role="meter"
        aria-label={t().live.level}
        aria-valuenow={percent}
        aria-valuetext={isClipped ? t().live.tooLoud : `${percent} %`}
      >
        <span class="level-now" style={{ transform: `translateX(${percent - 100}%)` }} />
        <span
          class="level-highest"
          style={{ transform: `translateX(${Math.round(highest * 100) - 100}%)` }}
        />
      </div>
      <span class="level-note">{isClipped && t().live.tooLoud}</span>
    </div>
  )
}
