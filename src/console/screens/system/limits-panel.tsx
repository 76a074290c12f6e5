import { LIMIT_NAMES } from '../../../contract/account-limits.ts'
import type { LimitUsage } from '../../../contract/limit-usage.ts'
import { get } from '../../api.ts'
import { formatCount } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { Loaded } from '../../ui/states.tsx'

/** Milliseconds between polls of the usage. */
const REFRESH_MS = 15_000

/** The limits of the account, and their usage. */
export function LimitsPanel() {
  const limits = useResource<LimitUsage>(
    '',
    async (_known, abort) => get('v2/limits', abort),
    () => REFRESH_MS,
  )
  const texts = t().system
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{texts.limits}</h2>
      <Loaded resource={limits} title={texts.limitsNotLoaded}>
        {(usage) => (
          <dl class="system-facts">
            {LIMIT_NAMES.map((name) => {
              const { used, limit } = usage[name]
              return (
                <div key={name}>
                  <dt>{texts.limitNames[name]}</dt>
                  <dd class="numeric">
                    {limit === null
                      ? texts.noLimit(formatCount(used))
                      : texts.usedOf(formatCount(used), formatCount(limit))}
                    {limit !== null && limit > 0 && (
                      <meter
                        aria-label={texts.limitNames[name]}
                        max={limit}
                        high={limit * 0.9}
                        value={Math.min(used, limit)}
                      />
                    )}
                  </dd>
                </div>
              )
            })}
          </dl>
        )}
      </Loaded>
    </section>
  )
}
