import type { Model, ModelPull } from '../../../../contract/models.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { Ask } from './asked.ts'
import { isRestricted, isRunning, PullProgress } from './pull.tsx'

interface ModelActionsProps {
  readonly model: Model
  /** The pull of any model, since there is one at a time. */
  readonly pull: ModelPull | null
  readonly onAsk: Ask
}

/** The state of a model, and the actions for it. */
export function ModelActions({ model, pull, onAsk }: ModelActionsProps) {
  const { name, state, used_for, purpose } = model
  const texts = t().models
  if (pull !== null && isRunning(pull) && pull.name === name)
    return (
      <>
        <PullProgress pull={pull} />
        <Button aria-label={texts.stopWhat(name)} onClick={() => onAsk({ about: 'stop', name })}>
          {texts.stop}
        </Button>
      </>
    )
  const isThere = state === 'pulled' || state === 'damaged' || state === 'unusable'
  return (
    <>
      <p>
        <Status state={state} isUsed={used_for.length > 0} />
      </p>
      <span class="row-actions">
        {state === 'pulled' && purpose === 'recognition' && (
          <Button aria-label={texts.tryWhat(name)} onClick={() => onAsk({ about: 'trial', model })}>
            {texts.tryIt}
          </Button>
        )}
        {state !== 'bundled' && state !== 'pulled' && state !== 'unusable' && (
          <PullButton model={model} pull={pull} onAsk={onAsk} />
        )}
        {(isThere || state === 'incomplete') && (
          <Button aria-label={texts.removeWhat(name)} onClick={() => onAsk({ about: 'removal', name })}>
            {texts.remove}
          </Button>
        )}
      </span>
    </>
  )
}

function Status({ state, isUsed }: { state: Model['state']; isUsed: boolean }) {
  const texts = t().models
  if (state === 'available') return null
  const isGood = state === 'pulled' || state === 'bundled'
  const status = state === 'damaged' || state === 'unusable' ? 'error' : isGood && isUsed ? 'done' : 'queued'
  return (
    <span class="status" data-status={status}>
      {isGood && isUsed ? texts.usedNow : texts.states[state]}
    </span>
  )
}

export function PullButton({ model, pull, onAsk }: ModelActionsProps) {
  const { name, licence, restriction } = model
  const texts = t().models
  const ask = () =>
    onAsk(
      restriction !== null && isRestricted(model)
        ? { about: 'licence', model: name, licence, restriction }
        : { about: 'pull', model: name },
    )
  return (
    <Button aria-label={texts.pullWhat(name)} disabled={isRunning(pull)} onClick={ask}>
      {texts.pull}
    </Button>
  )
}
