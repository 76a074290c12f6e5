import { signal } from '@preact/signals'
import { BASE } from '../api.ts'
import { Code } from './code.tsx'
import { type SampleLanguage, sampleOf, SAMPLES } from './code-samples.ts'
import type { Operation } from './description.ts'
import type { Draft } from './request-draft.ts'

/** The language of all samples. */
const language = signal<SampleLanguage>('curl')

const LANGUAGES = Object.keys(SAMPLES) as SampleLanguage[]

/** Code samples of the request. */
export function SamplePanel({ operation, draft }: { operation: Operation; draft: Draft }) {
  return (
    <section aria-label="Examples">
      <div class="tabs" role="group" aria-label="Language of the examples">
        {LANGUAGES.map((one) => (
          <button
            key={one}
            type="button"
            class="tab"
            aria-current={one === language.value ? 'true' : undefined}
            onClick={() => (language.value = one)}
          >
            {one}
          </button>
        ))}
      </div>
      <Code text={sampleOf(language.value, operation, draft, BASE)} label="Example" />
    </section>
  )
}
