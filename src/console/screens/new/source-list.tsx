/** Selects the files and URLs to transcribe. */
import type { RefObject } from 'preact'
import { formatSize } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ReorderableList } from '../../ui/reorderable-list.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { moved, type Source } from '../../uploads/uploads.ts'

interface FilePickerProps {
  readonly input: RefObject<HTMLInputElement | null>
  readonly onFiles: (files: readonly File[]) => void
}

export function FilePicker({ input, onFiles }: FilePickerProps) {
  const { drop, choose, files } = t().newJob
  return (
    <div class="file-picker">
      <Icon name="upload" size={24} />
      <p>
        <Sentence
          text={drop}
          parts={{
            choose: (
              <Button class="link-button" id="choose-files" onClick={() => input.current?.click()}>
                {choose}
              </Button>
            ),
          }}
        />
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="audio/*,video/*"
        aria-label={files}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

const isUrl = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text)

/** The URLs in a text, separated by white space; null if it has anything else. */
export function urlsIn(text: string): readonly string[] | null {
  const urls = text.split(/\s+/).filter((part) => part !== '')
  return urls.every(isUrl) ? urls : null
}

interface UrlFieldProps {
  readonly text: string
  /** Why the text could not be added, or null. */
  readonly problem: string | null
  readonly onText: (text: string) => void
  readonly onAdd: (text: string) => void
}

/** An input for one or more URLs, separated by white space. */
export function UrlField({ text, problem, onText, onAdd }: UrlFieldProps) {
  const { url, urlHint, add } = t().newJob
  return (
    <div class="field">
      <label for="url">{url}</label>
      <div class="url-field">
        <input
          id="url"
          class="input"
          type="text"
          inputMode="url"
          autocomplete="off"
          spellcheck={false}
          placeholder="https://example.com/talk.mp3"
          value={text}
          aria-invalid={problem !== null}
          aria-describedby="url-hint"
          onInput={({ currentTarget }) => onText(currentTarget.value)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text').trim() ?? ''
            if (!/\s/.test(pasted)) return
            // A single-line field would join them.
            event.preventDefault()
            onAdd(`${text} ${pasted}`.replaceAll(/\s+/g, ' ').trim())
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            onAdd(text)
          }}
        />
        <Button onClick={() => onAdd(text)}>{add}</Button>
      </div>
      <p
        id="url-hint"
        class={problem === null ? 'hint' : 'hint problem'}
        role={problem === null ? undefined : 'alert'}
      >
        {problem ?? urlHint}
      </p>
    </div>
  )
}

interface SourceListProps {
  readonly sources: readonly Source[]
  readonly onChange: (sources: readonly Source[]) => void
}

export function SourceList({ sources, onChange }: SourceListProps) {
  const { files, web } = t().newJob
  if (sources.length === 0) return null
  return (
    <div class="source-list">
      <ReorderableList
        label={files}
        items={sources}
        isMovable={() => true}
        onMove={(id, to) => onChange(moved(sources, id, to))}
        end={({ id, name }) => (
          <IconButton
            icon="close"
            label={t().uploads.remove(name)}
            onClick={() => onChange(sources.filter((one) => one.id !== id))}
          />
        )}
      >
        {({ name, audio }) => (
          <div class="source">
            <bdi class="name" title={name}>
              {name}
            </bdi>
            <span class="muted numeric">{typeof audio === 'string' ? web : formatSize(audio.size)}</span>
          </div>
        )}
      </ReorderableList>
    </div>
  )
}
