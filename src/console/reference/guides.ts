/** Guides next to the reference: pages of docs/ for users and operators. */
import administration from '../../../docs/administration.md'
import callbacks from '../../../docs/callbacks.md'
import clients from '../../../docs/clients.md'
import commandLine from '../../../docs/command-line.md'
import configuration from '../../../docs/configuration.md'
import consolePages from '../../../docs/console.md'
import errors from '../../../docs/errors.md'
import features from '../../../docs/features.md'
import live from '../../../docs/live.md'
import mcp from '../../../docs/mcp.md'
import models from '../../../docs/models.md'
import monitoring from '../../../docs/monitoring.md'
import openai from '../../../docs/openai.md'
import operations from '../../../docs/operations.md'
import people from '../../../docs/people.md'
import figures from '../../../docs/performance.md'
import retention from '../../../docs/retention.md'
import scaling from '../../../docs/scaling.md'
import speechServer from '../../../docs/speech-server.md'
import storage from '../../../docs/storage.md'
import tour from '../../../docs/tour.md'
import typescript from '../../../clients/typescript/README.md'

export interface Guide {
  /** Its name in the path. */
  readonly name: string
  readonly title: string
  /** Its path in the repository. */
  readonly file: string
  /** URL of its text, relative to the script. */
  readonly url: string
}

const page = (name: string, title: string, url: string): Guide => ({
  name,
  title,
  file: `docs/${name}.md`,
  url,
})

export const GUIDES: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  {
    title: 'Guides',
    guides: [
      page('tour', 'A tour', tour),
      page('live', 'Live sessions', live),
      page('callbacks', 'Callbacks', callbacks),
      page('errors', 'Errors', errors),
      page('features', 'Features', features),
      page('openai', 'OpenAI clients', openai),
      page('mcp', 'Assistants', mcp),
      page('clients', 'Clients', clients),
      {
        name: 'typescript',
        title: 'TypeScript client',
        file: 'clients/typescript/README.md',
        url: typescript,
      },
      page('command-line', 'The command line', commandLine),
      page('console', 'The console', consolePages),
    ],
  },
  {
    title: 'Operating it',
    guides: [
      page('operations', 'Operations', operations),
      page('configuration', 'Configuration', configuration),
      page('people', 'People', people),
      page('administration', 'Administration', administration),
      page('retention', 'Deletion', retention),
      page('monitoring', 'Monitoring', monitoring),
      page('storage', 'Storage', storage),
      page('scaling', 'Many machines', scaling),
      page('models', 'Larger models', models),
      page('speech-server', 'Speech servers', speechServer),
      page('performance', 'Performance', figures),
    ],
  },
]

const ALL = GUIDES.flatMap(({ guides }) => guides)

export const guideNamed = (name: string | undefined): Guide | undefined =>
  ALL.find((guide) => guide.name === name)

export const guideIn = (file: string): Guide | undefined => ALL.find((guide) => guide.file === file)

/** @throws {Error} if it cannot be loaded */
export async function loadGuide({ url }: Guide): Promise<string> {
  const response = await fetch(new URL(url, import.meta.url))
  if (!response.ok) throw new Error('The guide has been updated: reload the page.')
  return response.text()
}
