/** The pull of a model: its progress, or why it failed. */
import type { Model, ModelPull } from '../../../../contract/models.ts'
import { post } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { Ask } from './asked.ts'

export const isRunning = (pull: ModelPull | null): boolean =>
  pull !== null && pull.state !== 'installed' && pull.state !== 'failed'

/** @param model its name, or its repository */
export const pullModel = async (model: string, isAccepted = false): Promise<ModelPull> =>
  post('v2/models', { model, accept_licence: isAccepted })

/** Whether its licence must be accepted before it is pulled. */
export const isRestricted = ({ restriction, state }: Model): boolean =>
  restriction !== null && state === 'available'

export function PullProgress({ pull: { name, state, share } }: { pull: ModelPull }) {
  const texts = t().models
  return (
    <>
      <span class="status" data-status="processing">
        {texts.pullStates[state]}
      </span>
      <progress class="progress" aria-label={texts.progress(name)} value={share} />
    </>
  )
}

export function FailedPull({ pull, onAsk }: { pull: ModelPull | null; onAsk: Ask }) {
  if (pull?.state !== 'failed') return null
  const { model, name, error, needs_acceptance: licence } = pull
  const texts = t().models
  return (
    <div class="failure" role="alert">
      <h2>{texts.pullFailed(name)}</h2>
      <p lang="en">{error}</p>
      <div class="actions">
        <Button
          onClick={() =>
            onAsk(licence === null ? { about: 'pull', model } : { about: 'licence', model, ...licence })
          }
        >
          {licence === null ? texts.pullAgain : texts.licenceTitle(name)}
        </Button>
      </div>
    </div>
  )
}
