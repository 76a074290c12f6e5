import type { Presets } from '../../../contract/settings.ts'
import { type Draft, OWN } from '../../uploads/draft.ts'
import { t } from '../../languages/language.ts'
import { presetName, summaryOf } from './presets.ts'

interface PresetCardsProps {
  readonly presets: Presets
  readonly draft: Draft
  /** Called when the user chooses custom options. */
  readonly onOwn: () => void
}

/** Selects a preset, or custom options. */
export function PresetCards({ presets: { items }, draft: { choice, options }, onOwn }: PresetCardsProps) {
  const { preset: question, own, ownHint } = t().newJob
  const chosen = choice.value
  const cards = items.map((preset) => ({
    id: preset.id,
    name: presetName(preset),
    hint: summaryOf(preset.id === chosen ? options.value : preset.options),
    choose: () => (options.value = preset.options),
  }))
  const ownCard = {
    id: OWN,
    name: own,
    hint: chosen === OWN ? summaryOf(options.value) : ownHint,
    choose: onOwn,
  }
  return (
    <fieldset class="preset-choice">
      <legend>{question}</legend>
      <div class="preset-cards">
        {[...cards, ownCard].map(({ id, name, hint, choose }) => (
          <label key={id} class="preset-card">
            <input
              type="radio"
              name="preset"
              checked={id === chosen}
              onChange={() => {
                choice.value = id
                choose()
              }}
            />
            <bdi>{name}</bdi>
            <span class="hint">{hint}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
