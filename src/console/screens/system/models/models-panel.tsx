import { useEffect, useRef, useState } from 'preact/hooks'
import type { Models } from '../../../../contract/models.ts'
import { notify } from '../../../announce.ts'
import { get } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { useResource } from '../../../resource.ts'
import { Loaded } from '../../../ui/states.tsx'
import type { Asked } from './asked.ts'
import { InUse } from './in-use.tsx'
import { ModelDialogs } from './model-dialogs.tsx'
import { AllModels } from './model-table.tsx'
import { OtherModel } from './other-model.tsx'
import { FailedPull, isRunning } from './pull.tsx'
import { Suggested } from './suggested.tsx'

/** Milliseconds between polls, and while a model is being pulled. */
const REFRESH_MS = 15_000
const PULL_MS = 1_000

/** The models of the process that responds, and the actions of operators. */
export function ModelsPanel() {
  const models = useResource<Models>(
    '',
    async (_known, abort) => get('v2/models', abort),
    (value) => (isRunning(value?.pull ?? null) ? PULL_MS : REFRESH_MS),
  )
  const [asked, setAsked] = useState<Asked | null>(null)
  useInstalledNotice(models.value)
  return (
    <Loaded resource={models} title={t().models.notLoaded}>
      {(value) => (
        <>
          <FailedPull pull={value.pull} onAsk={setAsked} />
          <InUse models={value} />
          <Suggested models={value} onAsk={setAsked} />
          <AllModels models={value} onAsk={setAsked} />
          <OtherModel isBusy={isRunning(value.pull)} onChange={models.reload} />
          {asked !== null && (
            <ModelDialogs asked={asked} onClose={() => setAsked(null)} onChange={models.reload} />
          )}
        </>
      )}
    </Loaded>
  )
}

/** Shows a notice when a pull that was seen running has succeeded. */
function useInstalledNotice(models: Models | null): void {
  const pull = models?.pull ?? null
  const wasRunning = useRef(false)
  useEffect(() => {
    if (wasRunning.current && pull?.state === 'installed') notify(t().models.installed(pull.name))
    wasRunning.current = isRunning(pull)
  }, [pull?.name, pull?.state])
}
