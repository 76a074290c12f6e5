import { BASE } from '../../api.ts'
import { notify } from '../../announce.ts'
import type { JobOptions, Source } from '../../uploads.ts'

/** The same requests for a shell. */
export function CurlCommand({ source, options }: { source: Source | undefined; options: JobOptions }) {
  const text = commandOf(source, options)
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify('Copied.'),
      () => notify('The browser does not allow copying.', { isError: true }),
    )
  }
  return (
    <section class="curl" aria-label="The same as a command">
      <header>
        <h2>The same with curl</h2>
        <button type="button" class="link-button" onClick={copy}>
          Copy
        </button>
      </header>
      <pre tabIndex={0} aria-label="Command">
        {text}
      </pre>
    </section>
  )
}

/** With the key in `$KEY`. */
function commandOf(source: Source | undefined, options: JobOptions): string {
  const key = '-H \'x-service-key: \'"$KEY"'
  const url = (path: string) => quoted(new URL(path, BASE).href)
  const isUrl = typeof source === 'string'
  const body = JSON.stringify({ audio_url: isUrl ? source : 'AUDIO_URL', ...options }, null, 2)
  const upload =
    `AUDIO_URL=$(curl -s ${key} \\\n  -F audio=@${quoted(isUrl ? '' : (source?.name ?? 'talk.mp3'))} \\\n` +
    `  ${url('v2/upload')} | jq -r .audio_url)\n\n`
  // The variable between the quoted parts.
  const data = isUrl ? quoted(body) : quoted(body).replace('"AUDIO_URL"', `"'"$AUDIO_URL"'"`)
  const create = `curl ${key} -H 'content-type: application/json' \\\n  -d ${data} \\\n  ${url('v2/pre-recorded')}`
  return (isUrl ? '' : upload) + create
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
