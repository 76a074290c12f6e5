import { useState } from 'preact/hooks'
import type { Webhook, Webhooks } from '../../../contract/settings.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../contract/webhook-events.ts'
import { notify } from '../../announce.ts'
import { firstFault, get } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { randomId } from '../../random-id.ts'
import { useResource } from '../../resource.ts'
import { changeSetting } from '../../settings.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog, FormDialog } from '../../ui/dialog.tsx'
import { Check, TextField } from '../../ui/fields.tsx'
import { Failure } from '../../ui/states.tsx'

type Change = (items: readonly Webhook[]) => readonly Webhook[]

const changeWebhooks = async (make: Change): Promise<Webhooks> =>
  changeSetting<Webhooks>('webhooks', ({ items }) => ({ items: [...make(items)] }))

/** The webhooks that receive the events of the account. */
export function WebhooksPanel() {
  const { value, error, reload } = useResource<Webhooks>('', async (_known, abort) =>
    get<Webhooks>('v2/settings/webhooks', abort),
  )
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Webhook | null>(null)
  const [problem, setProblem] = useState<Error | null>(null)
  const texts = t().keys
  const changed = (text: string) => {
    setProblem(null)
    notify(text)
    reload()
  }
  const remove = async ({ id }: Webhook) => {
    try {
      await changeWebhooks((items) => items.filter((one) => one.id !== id))
      changed(texts.webhookRemoved)
    } catch (failed) {
      setProblem(failed as Error)
    }
  }
  return (
    <section class="webhooks" aria-labelledby="webhooks">
      <h2 id="webhooks">{texts.webhooks}</h2>
      <p>{texts.webhooksHint}</p>
      {error !== null && value === null && (
        <Failure title={texts.webhooksNotLoaded} error={error} onRetry={reload} />
      )}
      {problem !== null && (
        <Failure title={texts.webhooksNotSaved} error={problem} onRetry={() => setProblem(null)} />
      )}
      {value?.items.length === 0 && <p class="hint">{texts.noWebhooks}</p>}
      {value !== null && value.items.length > 0 && (
        <ul>
          {value.items.map((webhook) => (
            <li key={webhook.id}>
              <div>
                <div class="url">{webhook.url}</div>
                <div class="hint">{webhook.events.map((event) => texts.eventNames[event]).join(' · ')}</div>
              </div>
              <IconButton
                icon="trash"
                label={texts.removeWebhook(webhook.url)}
                onClick={() => setRemoving(webhook)}
              />
            </li>
          ))}
        </ul>
      )}
      {value !== null && (
        <div class="actions">
          <Button onClick={() => setAdding(true)}>{texts.addWebhook}</Button>
        </div>
      )}
      {isAdding && (
        <NewWebhook onClose={() => setAdding(false)} onAdded={() => changed(texts.webhookAdded)} />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={texts.removeWebhookTitle}
          action={texts.removeWebhookAction}
          onClose={() => setRemoving(null)}
          onConfirm={() => void remove(removing)}
        >
          {texts.removeWebhookHint(removing.url)}
        </ConfirmDialog>
      )}
    </section>
  )
}

function NewWebhook({ onClose, onAdded }: { readonly onClose: () => void; readonly onAdded: () => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(WEBHOOK_EVENTS)
  const [problem, setProblem] = useState<string | null>(null)
  const texts = t().keys
  return (
    <FormDialog
      title={texts.addWebhook}
      action={texts.addWebhook}
      isReady={events.length > 0}
      onSubmit={async () => {
        await changeWebhooks((items) => [...items, { id: randomId(), url, events: [...events] }])
        onAdded()
      }}
      // Without the path of the field, since the message is shown next to it.
      onFailure={(error) => setProblem(firstFault(error).replace(/^items(\.\d+\.\w+)?: /, ''))}
      onClose={onClose}
    >
      <TextField
        label={texts.webhookUrl}
        hint={texts.webhookUrlHint}
        problem={problem}
        autofocus
        required
        spellcheck={false}
        value={url}
        onText={(text) => {
          setUrl(text)
          setProblem(null)
        }}
      />
      <fieldset class="scopes">
        <legend>{texts.webhookEvents}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Check
            key={event}
            label={texts.eventNames[event]}
            checked={events.includes(event)}
            onChange={(isChosen) =>
              setEvents(WEBHOOK_EVENTS.filter((one) => (one === event ? isChosen : events.includes(one))))
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}
