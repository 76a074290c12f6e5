import type { ModelTrial } from '../../../../contract/models.ts'
import { formatDuration, formatSize } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { Table } from '../../../ui/table.tsx'
import { roundRate } from './round-rate.ts'

/** A model beside what is used without it. */
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
          <Table
            caption={texts.different(differences.length)}
            columns={[texts.time, { head: <bdi>{model.name}</bdi> }, { head: <bdi>{current.name}</bdi> }]}
          >
            {differences.map(({ start, before, model: own, current: other, after }) => (
              <tr key={start}>
                <th scope="row" class="number numeric">
                  {formatDuration(start)}
                </th>
                {[own, other].map((words, index) => (
                  <td key={index} lang={language}>
                    {before} <mark>{words === '' ? '–' : words}</mark> {after}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
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
