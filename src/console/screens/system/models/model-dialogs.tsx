import { useEffect } from 'preact/hooks'
import type { ModelPull } from '../../../../contract/models.ts'
import { attempt, notify } from '../../../announce.ts'
import { remove } from '../../../api.ts'
import { t } from '../../../languages/language.ts'
import { ConfirmDialog, FormDialog } from '../../../ui/dialog.tsx'
import { Sentence } from '../../../ui/sentence.tsx'
import type { Asked } from './asked.ts'
import { pullModel } from './pull.tsx'
import { TrialDialog } from './trial-dialog.tsx'

interface ModelDialogsProps {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onChange: () => void
}

/** Performs the requested action, at once or after a confirmation. */
export function ModelDialogs({ asked, onClose, onChange }: ModelDialogsProps) {
  const texts = t().models
  const act = async (action: () => Promise<unknown>, done?: string) => {
    if ((await attempt(action)) && done !== undefined) notify(done)
    onChange()
  }
  useEffect(() => {
    if (asked.about === 'pull') void act(async () => pullModel(asked.model))
    if (asked.about === 'stop') void act(async () => remove(`v2/models/${asked.name}`))
    if (asked.about === 'pull' || asked.about === 'stop') onClose()
  }, [asked])
  switch (asked.about) {
    case 'pull':
    case 'stop':
      return null
    case 'licence':
      return (
        <LicenceDialog
          {...asked}
          onClose={onClose}
          onAccept={() => void act(async () => pullModel(asked.model, true))}
        />
      )
    case 'removal':
      return (
        <ConfirmDialog
          title={texts.removeTitle}
          action={texts.remove}
          onClose={onClose}
          onConfirm={() => void act(async () => remove(`v2/models/${asked.name}`), texts.removed)}
        >
          <Sentence text={texts.removeHint} parts={{ name: <bdi>{asked.name}</bdi> }} />
        </ConfirmDialog>
      )
    case 'trial':
      return <TrialDialog model={asked.model} onClose={onClose} />
  }
}

interface LicenceDialogProps extends NonNullable<ModelPull['needs_acceptance']> {
  readonly model: string
  readonly onClose: () => void
  readonly onAccept: () => void
}

function LicenceDialog({ model, licence, restriction, onClose, onAccept }: LicenceDialogProps) {
  const texts = t().models
  return (
    <FormDialog
      title={texts.licenceTitle(model)}
      action={texts.accept}
      onSubmit={async () => onAccept()}
      onClose={onClose}
    >
      <p>
        <Sentence text={texts.licenceHint} parts={{ licence: <b>{licence ?? texts.noLicence}</b> }} />{' '}
        <q lang="en">{restriction.says}</q>
      </p>
      <p>
        <a href={restriction.url} target="_blank" rel="noreferrer">
          {texts.licenceLink}
        </a>
      </p>
      <p>{texts.acceptHint}</p>
    </FormDialog>
  )
}
