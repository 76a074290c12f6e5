import type { NamedEntity } from '../../../../contract/features/named-entity-recognition.ts'
import { labelOf } from '../../../formatting.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

/** Entities by their group, each with the times at which it is named. */
export function EntitiesPanel({ results, playback }: { results: unknown; playback: Playback }) {
  const types = Map.groupBy(results as readonly NamedEntity[], ({ entity_group }) => entity_group)
  return (
    <div class="results">
      {Array.from(types, ([type, entities]) => (
        <section key={type}>
          <h2>{labelOf(type.toLowerCase())}</h2>
          <ul class="entities">
            {Array.from(
              Map.groupBy(entities, ({ text }) => text),
              ([text, places]) => (
                <li key={text}>
                  <bdi>{text}</bdi>
                  {places.map(({ start }) => (
                    <SeekButton key={start} time={start} playback={playback} />
                  ))}
                </li>
              ),
            )}
          </ul>
        </section>
      ))}
    </div>
  )
}
