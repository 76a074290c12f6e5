import { useEffect, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../contract/job.ts'
import { get } from '../../api.ts'
import { formatSize, jobName } from '../../formatting.ts'
import { useResource } from '../../resource.ts'
import { navigate, parameters, useTitle } from '../../router.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { dropHandler, type JobOptions, type Source, startUploads } from '../../uploads.ts'
import { CurlCommand } from './curl-command.tsx'
import { OptionsForm } from './options-form.tsx'
import { loadOptions, type OptionGroup } from './request-schema.ts'
import './new.css'

/** What the form begins with: that of another job if the URL names one (`from`). */
interface Start {
  readonly groups: readonly OptionGroup[]
  readonly options: JobOptions
  readonly sources: readonly Source[]
  /** Name of the job whose audio and options are used; null for none. */
  readonly of: string | null
}

export function NewScreen() {
  const from = parameters.value.get('from')
  const start = useResource<Start>(from ?? '', async (_known, abort) => {
    const [groups, job] = await Promise.all([
      loadOptions(),
      from === null ? null : get<Job>(`v2/jobs/${from}`, abort),
    ])
    if (job?.kind !== 'pre-recorded') return { groups, options: {}, sources: [], of: null }
    const { audio_url, ...params } = job.request_params
    return { groups, options: withoutDefaults(params, groups), sources: [audio_url], of: jobName(job) }
  })
  useTitle('New')
  return (
    <>
      <div class="page-header">
        <h1>{from === null ? 'New transcription' : 'Try again with changes'}</h1>
      </div>
      {start.error !== null && (
        <Failure title="The options could not be loaded" error={start.error} onRetry={start.reload} />
      )}
      {start.value === null ? (
        start.error === null && <Skeleton width={60} />
      ) : (
        <NewForm key={from ?? ''} start={start.value} />
      )}
    </>
  )
}

function NewForm({ start }: { start: Start }) {
  const [sources, setSources] = useState<readonly Source[]>(start.sources)
  const [options, setOptions] = useState<JobOptions>(start.options)
  const add = (more: readonly Source[]) => setSources((present) => [...present, ...more])
  useEffect(() => {
    // Here the options are chosen first.
    const before = dropHandler.peek()
    dropHandler.value = add
    return () => {
      dropHandler.value = before
    }
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    if (sources.length === 0) return
    startUploads(sources, options)
    navigate('jobs')
  }
  const count = sources.length
  return (
    <form class="new-form" onSubmit={submit}>
      <div>
        <section class="sources" aria-label="Audio">
          <FilePicker onFiles={add} />
          <UrlField onUrl={(url) => add([url])} />
          {count > 0 && (
            <ul class="source-list">
              {sources.map((source, at) => (
                <SourceRow
                  key={at}
                  source={source}
                  of={start.of}
                  onRemove={() => setSources(sources.filter((one) => one !== source))}
                />
              ))}
            </ul>
          )}
        </section>
        <OptionsForm groups={start.groups} options={options} onChange={setOptions} />
      </div>
      <aside>
        <button type="submit" class="button primary" disabled={count === 0}>
          {count > 1 ? `Transcribe ${count} files` : 'Transcribe'}
        </button>
        {count === 0 && <p class="hint">Choose a file or add a URL first.</p>}
        <CurlCommand source={sources[0]} options={options} />
      </aside>
    </form>
  )
}

function FilePicker({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div class="file-picker">
      <Icon name="upload" size={20} />
      <p>
        Drop audio or video here, or{' '}
        <Button class="link-button" onClick={() => input.current?.click()}>
          choose files
        </Button>
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="audio/*,video/*"
        aria-label="Files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

function UrlField({ onUrl }: { onUrl: (url: string) => void }) {
  const [url, setUrl] = useState('')
  const isUrl = /^https?:\/\/./.test(url.trim()) && URL.canParse(url.trim())
  const add = () => {
    if (!isUrl) return
    onUrl(url.trim())
    setUrl('')
  }
  return (
    <div class="field">
      <label for="url">Or from a URL</label>
      <div class="url-field">
        <input
          id="url"
          class="input"
          type="url"
          inputMode="url"
          placeholder="https://example.com/talk.mp3"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={!isUrl} onClick={add}>
          Add
        </Button>
      </div>
    </div>
  )
}

function SourceRow({ source, of, onRemove }: { source: Source; of: string | null; onRemove: () => void }) {
  const isUrl = typeof source === 'string'
  // Of an upload, the URL says nothing.
  const name = isUrl ? (of !== null && /\/file\/[0-9a-f-]{36}$/.test(source) ? of : source) : source.name
  return (
    <li>
      <bdi class="source-name" title={name}>
        {name}
      </bdi>
      <span class="muted numeric">{isUrl ? 'URL' : formatSize(source.size)}</span>
      <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />
    </li>
  )
}

/** The parameters of a job without those that say what is done anyway. */
function withoutDefaults(params: object, groups: readonly OptionGroup[]): JobOptions {
  const options = groups.flatMap((group) => group.options)
  const kept = Object.entries(params).filter(([name, value]) => {
    const flag = name.replace(/_config$/, '')
    const option = options.find((one) => one.name === name || one.name === flag)
    return option !== undefined && JSON.stringify(value) !== JSON.stringify(defaultOf(option, name))
  })
  return Object.fromEntries(kept)
}

function defaultOf({ name, schema }: OptionGroup['options'][number], of: string): unknown {
  if (name !== of || schema.properties === undefined) return name === of ? schema.default : undefined
  const defaults = Object.entries(schema.properties).map(([field, { default: value }]) => [field, value])
  return Object.fromEntries(defaults)
}
