import type { Share } from '../../../../contract/shares.ts'
import { formatAge } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Sentence } from '../../../ui/sentence.tsx'
import { typedTime } from './share-times.ts'

interface ShareItemsProps {
  readonly items: readonly Share[]
  readonly onRevoke: (share: Share) => void
}

/** The existing links. */
export function ShareItems({ items, onRevoke }: ShareItemsProps) {
  if (items.length === 0) return null
  return (
    <section class="shares">
      <h3>{t().sharing.links}</h3>
      <ul>
        {items.map((share) => (
          <li key={share.id}>
            <p>
              <strong class="numeric">{partText(share)}</strong>
              {optionsOf(share)}
              <br />
              <span class="muted">
                {endOf(share)} · {openedText(share)} ·{' '}
                <Sentence
                  text={t().sharing.madeBy}
                  parts={{
                    name: <bdi>{share.created_by.name}</bdi>,
                    time: <Age timestamp={share.created_at} />,
                  }}
                />
              </span>
            </p>
            <Button
              class="link-button"
              aria-label={t().sharing.revokeLink(partText(share))}
              onClick={() => onRevoke(share)}
            >
              {t().sharing.revoke}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function partText({ from, to }: Share): string {
  if (from === null && to === null) return t().sharing.all
  return `${typedTime(from ?? 0)} – ${to === null ? t().sharing.end : typedTime(to)}`
}

function optionsOf({ audio, download, redacted }: Share): string {
  const texts = t().sharing.options
  return [redacted && texts.redacted, audio ? texts.audio : texts.textOnly, download && texts.download]
    .filter((option) => option !== false)
    .map((option) => `, ${option}`)
    .join('')
}

function endOf({ expires_at: end }: Share): string {
  const texts = t().sharing
  if (end === null) return texts.doesNotEnd
  const now = Date.now()
  const age = formatAge(end, now)
  return Date.parse(end) <= now ? texts.ended(age) : texts.endsIn(age)
}

function openedText({ opened_count: count }: Share): string {
  if (count === 0) return t().sharing.notOpened
  return t().sharing.opened(count)
}
