import type { Models } from '../../../../contract/models.ts'
import { formatCount, formatSize } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { ACTIONS, Table } from '../../../ui/table.tsx'
import { Languages } from './languages.tsx'
import { PullButton } from './model-actions.tsx'
import type { Ask } from './asked.ts'

interface SuggestedProps {
  readonly models: Models
  readonly onAsk: Ask
}

/** Models that fit the machine and are better than those in use. */
export function Suggested({ models, onAsk }: SuggestedProps) {
  const { machine, items } = models
  const texts = t().models
  const rows = better(models)
  return (
    <section aria-labelledby="models-suggested">
      <h2 id="models-suggested">{texts.suggested}</h2>
      <p class="hint">
        {texts.machine(formatCount(machine.cores), formatSize(machine.memory_bytes), machine.gpu)}
      </p>
      {rows.length === 0 ? (
        <p>{texts.nothingBetter}</p>
      ) : (
        <Table caption={texts.suggested} columns={[texts.purpose, texts.model, ACTIONS]}>
          {rows.map(({ name, purpose, languages, insteadOf, punctuation }) => {
            const model = items.find((one) => one.name === name)
            return (
              <tr key={name}>
                <th scope="row">
                  {texts.purposes[purpose]}
                  <div class="hint">
                    <Languages codes={languages} />
                  </div>
                </th>
                <td>
                  <bdi>{name}</bdi>
                  <p class="hint">
                    {[
                      purpose === 'speakers' ? null : texts.insteadOf(insteadOf.join(', ')),
                      punctuation === null ? null : texts.withMarks(punctuation),
                    ]
                      .filter((text) => text !== null)
                      .join(', ')}
                  </p>
                </td>
                <td class="action">
                  {model !== undefined && <PullButton model={model} pull={models.pull} onAsk={onAsk} />}
                </td>
              </tr>
            )
          })}
        </Table>
      )}
    </section>
  )
}

interface Better {
  readonly name: string
  readonly purpose: Models['recommended'][number]['purpose']
  readonly languages: readonly string[]
  readonly insteadOf: readonly string[]
  readonly punctuation: string | null
}

/** The suggestions that are not in use yet, each once, those for most languages first. */
function better({ recommended }: Models): Better[] {
  const changes = recommended.filter(({ model, instead_of }) => model !== null && model !== instead_of)
  return [...Map.groupBy(changes, ({ model }) => model ?? '')]
    .map(([name, groups]) => ({
      name,
      purpose: groups[0]!.purpose,
      languages: groups.flatMap(({ languages }) => languages),
      insteadOf: [...new Set(groups.map(({ instead_of }) => instead_of))],
      punctuation: groups.find(({ punctuation }) => punctuation !== null)?.punctuation ?? null,
    }))
    .toSorted((a, b) => b.languages.length - a.languages.length)
}
