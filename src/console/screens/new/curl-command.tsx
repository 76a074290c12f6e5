import { BASE } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { CopyButton } from '../../ui/copy.tsx'
import type { JobOptions, Source } from '../../uploads/uploads.ts'

/** The same request as a shell command. */
export function CurlCommand({
  source,
  options,
}: {
  source: Source['audio'] | undefined
  options: JobOptions
}) {
  const text = commandOf(source, options)
  const { curl, command, theCommand } = t().newJob
  return (
    <section class="curl" aria-label={curl}>
      <CopyButton text={text} what={theCommand} />
      <pre tabIndex={0} aria-label={command}>
        {text}
      </pre>
    </section>
  )
}

/** The command, with the key in `$KEY`. */
function commandOf(audio: Source['audio'] | undefined, options: JobOptions): string {
  const key = '-H "x-service-key: $KEY"'
  const url = (path: string) => quoted(new URL(path, BASE).href)
  const body = (of: string) => quoted(JSON.stringify({ audio_url: of, ...options }, null, 2))
  const create = (data: string) =>
    ['curl', key, "-H 'content-type: application/json'", `-d ${data}`, url('v2/pre-recorded')].join(' \\\n  ')
  if (typeof audio === 'string') return create(body(audio))
  const file = quoted(audio?.name ?? 'talk.mp3')
  const upload = ['curl -s', key, `-F audio=@${file}`, url('v2/upload'), '| jq -r .audio_url'].join(' \\\n  ')
  // The variable between two quoted parts.
  const data = body('AUDIO_URL').replace('"AUDIO_URL"', `"'"$AUDIO_URL"'"`)
  return `AUDIO_URL=$(${upload})\n\n${create(data)}`
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
