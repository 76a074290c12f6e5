import type { ModelTrial } from '../../../../contract/models.ts'
import { formatDuration, formatSize } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { roundRate } from './round-rate.ts'

/** Compares a model with what is used without it. */
export function TrialResult({ trial }: { trial: ModelTrial }) {
  const { model, current, differences, language } = trial
  const texts = t().models
  return (
    <div class="dialog-form">
      <dl class="system-facts">
        {[model, current].map((run) => (
          <div key={run.name}>
            <dt>
              <bdi>{run.name}</bdi>
            </dt>
            <dd>{texts.trialSpeed(roundRate(run.speed))}</dd>
            <dd>{texts.trialWords(run.words)}</dd>
            {run.peak_bytes !== null && <dd>{texts.memory(formatSize(run.peak_bytes))}</dd>}
          </div>
        ))}
      </dl>
      {differences.length === 0 ? (
        <p>{texts.same}</p>
      ) : (
        <>
          <p>
            {texts.different(differences.length)} <span class="hint">{texts.differencesHint}</span>
          </p>
          <ol class="dialog-form">
            {differences.map(({ start, before, model: own, current: other, after }) => (
              <li key={start}>
                <b class="numeric">{formatDuration(start)}</b>
                {(
                  [
                    [model.name, own],
                    [current.name, other],
                  ] as const
                ).map(([name, words]) => (
                  <p key={name}>
                    <bdi class="muted">{name}</bdi>{' '}
                    <q lang={language}>
                      {before} <mark>{words === '' ? '–' : words}</mark> {after}
                    </q>
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </>
      )}
      <details>
        <summary>{texts.texts}</summary>
        {[model, current].map((run) => (
          <p key={run.name} class="hint">
            <bdi>{run.name}</bdi>: <q lang={language}>{run.text}</q>
          </p>
        ))}
      </details>
    </div>
  )
}
