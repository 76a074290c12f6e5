import type { Models } from '../../../../contract/models.ts'
import { t } from '../../../languages/language.ts'
import { Table } from '../../../ui/table.tsx'
import { Languages } from './languages.tsx'

/** Which models are used for which languages, and why. */
export function InUse({ models: { in_use } }: { models: Models }) {
  const texts = t().models
  return (
    <section aria-labelledby="models-in-use">
      <h2 id="models-in-use">{texts.inUse}</h2>
      <p class="hint">{texts.inUseHint}</p>
      <Table caption={texts.inUse} columns={[texts.purpose, texts.model, { head: texts.why, class: 'wide' }]}>
        {in_use.map(({ purpose, languages, used: [first] }) => (
          <tr key={purpose + languages[0]}>
            <th scope="row">
              {texts.purposes[purpose]}
              <div class="hint">
                <Languages codes={languages} />
              </div>
            </th>
            <td>
              {first === undefined ? (
                texts.nothing
              ) : first.kind === 'built-in' ? (
                texts.builtIn
              ) : (
                <bdi>{first.name}</bdi>
              )}
            </td>
            <td class="wide muted">{first !== undefined && texts.kinds[first.kind]}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
