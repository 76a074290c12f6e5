/** The draft of the New screen. It is kept while other screens are shown. */
import { batch, effect, type Signal, signal } from '@preact/signals'
import { notify } from '../announce.ts'
import { keep, recall } from '../kept-here.ts'
import { t } from '../languages/language.ts'
import { navigate } from '../router.ts'
import { holder } from '../sign-in.ts'
import { dismissUpload, type JobOptions, type Source, sourceOf, type UploadTask } from './uploads.ts'

/** The choice of custom options instead of a preset. */
export const OWN = 'own'

export interface Draft {
  readonly sources: Signal<readonly Source[]>
  /** The typed text, not added yet. */
  readonly url: Signal<string>
  /** The id of the chosen preset, or {@link OWN}; null before a choice. */
  readonly choice: Signal<string | null>
  /** The options of the preset, with the user's changes. */
  readonly options: Signal<JobOptions>
  /** Incremented when the options are replaced as a whole, so that the form resets. */
  readonly version: Signal<number>
}

export function newDraft(sources: readonly Source[] = [], options: JobOptions | null = null): Draft {
  return {
    sources: signal(sources),
    url: signal(''),
    choice: signal(options === null ? null : OWN),
    options: signal(options ?? {}),
    version: signal(0),
  }
}

/** The draft of the New screen itself. Trying a job again with changes has another one. */
export const ownDraft = newDraft()

/** The draft that is shown; null on other screens. */
export const shownDraft = signal<Draft | null>(null)

function add(sources: readonly Source[]): Draft {
  const draft = shownDraft.value ?? ownDraft
  draft.sources.value = [...draft.sources.value, ...sources]
  if (shownDraft.value === null) navigate('new')
  return draft
}

/** Adds files to the New screen, and shows it. */
export const addFiles = (files: readonly File[]): void => void add(files.map((file) => sourceOf(file)))

/** Moves a failed upload back to the New screen. Its options then apply to everything listed there. */
export function reviseUpload({ id, audio, name, options }: UploadTask): void {
  dismissUpload(id)
  const draft = add([sourceOf(audio, name)])
  draft.options.value = options
  draft.choice.value = OWN
  draft.version.value += 1
  if (draft.sources.value.length > 1) notify(t().newJob.optionsOf(name))
}

/** The part that is stored in the browser. It has no files, which a page cannot reopen by itself. */
interface KeptDraft {
  readonly urls: readonly string[]
  readonly url: string
  readonly choice: string | null
  readonly options: JobOptions
}
const KEPT = 'new'

effect(() => {
  const { sources, url, choice, options } = ownDraft
  const urls = sources.value.flatMap(({ audio }) => (typeof audio === 'string' ? [audio] : []))
  const kept: KeptDraft = { urls, url: url.value, choice: choice.value, options: options.value }
  const present = holder.peek()
  if (present != null) keep(present, KEPT, kept)
})

// The draft of one holder is never shown to another.
let last = holder.peek()
holder.subscribe((present) => {
  if (present === last) return
  last = present
  const kept = present == null ? null : (recall(present, KEPT) as KeptDraft | null)
  batch(() => {
    ownDraft.sources.value = (kept?.urls ?? []).map((url) => sourceOf(url))
    ownDraft.url.value = kept?.url ?? ''
    ownDraft.choice.value = kept?.choice ?? null
    ownDraft.options.value = kept?.options ?? {}
  })
})
