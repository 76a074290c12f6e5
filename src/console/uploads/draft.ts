/** What is being put together on the screen New. It is kept while other screens are shown. */
import { batch, effect, type Signal, signal } from '@preact/signals'
import { notify } from '../announce.ts'
import { keep, recall } from '../kept-here.ts'
import { t } from '../languages/language.ts'
import { navigate } from '../router.ts'
import { holder } from '../sign-in.ts'
import { dismissUpload, type JobOptions, type Source, sourceOf, type UploadTask } from './uploads.ts'

/** The choice of options that are no preset. */
export const OWN = 'own'

export interface Draft {
  readonly sources: Signal<readonly Source[]>
  /** What was typed to be added. */
  readonly url: Signal<string>
  /** The id of the preset that was chosen, or {@link OWN}; null before anything was. */
  readonly choice: Signal<string | null>
  /** Those of the preset, as far as they were not changed. */
  readonly options: Signal<JobOptions>
  /** Raised when the options are replaced as a whole: what shows them begins anew. */
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

/** Of the screen New itself: to try a job again with changes is another one. */
export const ownDraft = newDraft()

/** The one that is shown; null while another screen is. */
export const shownDraft = signal<Draft | null>(null)

function add(sources: readonly Source[]): Draft {
  const draft = shownDraft.value ?? ownDraft
  draft.sources.value = [...draft.sources.value, ...sources]
  if (shownDraft.value === null) navigate('new')
  return draft
}

/** Lists files on the screen New, and shows it. */
export const addFiles = (files: readonly File[]): void => void add(files.map((file) => sourceOf(file)))

/** Takes what could not be sent back to the screen New, with its options, which what is listed there gets, too. */
export function reviseUpload({ id, audio, name, options }: UploadTask): void {
  dismissUpload(id)
  const draft = add([sourceOf(audio, name)])
  draft.options.value = options
  draft.choice.value = OWN
  draft.version.value += 1
  if (draft.sources.value.length > 1) notify(t().newJob.optionsOf(name))
}

/** What is kept of it in the browser: no files, which a page cannot open again by itself. */
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

// Nobody sees what somebody else was about to send.
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
