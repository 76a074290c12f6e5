import type { Model, Models } from '../../../../contract/models.ts'
import { formatCount, formatShare, formatSize, languageName } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { ACTIONS, Table } from '../../../ui/table.tsx'
import { Languages, MAX_LANGUAGES } from './languages.tsx'
import { ModelActions } from './model-actions.tsx'
import type { Ask } from './asked.ts'
import { roundRate } from './round-rate.ts'

interface AllModelsProps {
  readonly models: Models
  readonly onAsk: Ask
}

/** Installed and available models, by purpose. */
export function AllModels({ models, onAsk }: AllModelsProps) {
  const texts = t().models
  return (
    <section aria-labelledby="models-all">
      <h2 id="models-all">{texts.all}</h2>
      {[...Map.groupBy(models.items, ({ purpose }) => purpose)].map(([purpose, own]) => (
        <section key={purpose} aria-labelledby={`models-${purpose}`}>
          <h3 id={`models-${purpose}`} class="shortcut-title">
            {texts.purposes[purpose]}
          </h3>
          <Table caption={texts.caption(texts.purposes[purpose])} columns={[texts.model, ACTIONS]}>
            {installedFirst(own).map((model) => (
              <tr key={model.name}>
                <th scope="row">
                  <bdi>{model.name}</bdi>
                  <p class="hint">{factsOf(model, models)}</p>
                  <Details model={model} />
                </th>
                <td class="action">
                  <ModelActions model={model} pull={models.pull} onAsk={onAsk} />
                </td>
              </tr>
            ))}
          </Table>
        </section>
      ))}
    </section>
  )
}

const installedFirst = (models: readonly Model[]): Model[] =>
  models.toSorted((a, b) => Number(a.state === 'available') - Number(b.state === 'available'))

/** Such as `English · about 2 % of words wrong in English · 671 MB · CC-BY-4.0`. */
function factsOf(model: Model, { recommended, corrected }: Models): string {
  const { languages, words_wrong, measured, size_bytes, licence, restriction } = model
  const texts = t().models
  const leftOut = recommended
    .flatMap(({ left_out }) => left_out)
    .find((one) => one.model === model.name)?.reason
  const facts = [
    languages.length <= MAX_LANGUAGES
      ? languages.map(languageName).join(', ')
      : texts.languageCount(languages.length),
    words_wrong !== null && texts.wordsWrong(formatCount(Math.round(words_wrong))),
    ...corrected.map(
      ({ model: of, language, words, rate }) =>
        of === model.name &&
        model.purpose === 'recognition' &&
        rate !== null &&
        texts.correctedHere(formatShare(rate), formatCount(words), languageName(language)),
    ),
    measured?.speed != null && texts.speed(roundRate(measured.speed)),
    measured !== null && texts.memory(formatSize(measured.peak_bytes)),
    size_bytes !== null && formatSize(size_bytes),
    licence !== null && (restriction === null ? licence : texts.restricted(licence)),
    leftOut !== undefined && model.state === 'available' && texts.leftOut[leftOut],
  ]
  return facts.filter((fact) => fact !== false).join(' · ')
}

/** Details from the catalogue, in English, since its figures are quoted. */
function Details({ model: { about, published, engine, used_for, languages } }: { model: Model }) {
  const texts = t().models
  return (
    <details>
      <summary>{texts.details}</summary>
      {about !== null && (
        <p class="hint" lang="en">
          {about}
        </p>
      )}
      <dl class="hint">
        <dt>{texts.languages}</dt>
        <dd>
          <Languages codes={languages} />
        </dd>
        {used_for.length > 0 && (
          <>
            <dt>{texts.usedFor}</dt>
            <dd>
              <Languages codes={used_for} />
            </dd>
          </>
        )}
        <dt>{texts.engine}</dt>
        <dd>{engine}</dd>
      </dl>
      {published.length > 0 && (
        <>
          <p class="hint">{texts.publishedHint}</p>
          <ul class="hint">
            {published.map(({ figure, source }) => (
              <li key={figure}>
                <q lang="en">{figure}</q> (<a href={source}>{texts.source}</a>)
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  )
}
