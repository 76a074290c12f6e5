/** The linter's rules, among them which module may import which: `docs/architecture.md` draws the same picture. */
import { defineConfig, type OxlintOverride } from 'oxlint'

/** What each module of src/ may import besides itself. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  contract: [],
  audio: [],
  models: ['contract', 'platform'],
  text: ['contract'],
  jobs: ['contract'],
  store: ['contract', 'platform', 'jobs'],
  speech: ['contract', 'platform', 'audio', 'models', 'text'],
  installation: ['contract', 'platform', 'audio', 'models', 'text', 'speech'],
  enrichments: ['contract', 'platform', 'audio', 'models', 'text', 'speech'],
  intake: ['contract', 'platform', 'audio', 'jobs'],
  transcription: ['contract', 'platform', 'audio', 'jobs', 'text', 'speech', 'enrichments', 'intake'],
  transcripts: ['contract', 'platform', 'text', 'jobs', 'speech'],
  live: ['contract', 'platform', 'audio', 'text', 'jobs', 'speech', 'enrichments', 'intake', 'transcription'],
  queue: ['platform', 'jobs'],
  callbacks: ['platform', 'jobs', 'queue'],
  'sign-in': ['contract', 'jobs'],
  mcp: ['contract'],
  http: [
    'contract',
    'platform',
    'models',
    'installation',
    'jobs',
    'intake',
    'transcription',
    'transcripts',
    'live',
    'sign-in',
    'mcp',
  ],
  // Mostly types, see below: it is bundled for browsers.
  console: ['contract', 'text'],
}

/** The same inside modules: what each part may import of the others. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  platform: { net: [], files: [], process: [] },
  models: { pulled: [], text: ['pulled'], language: [] },
  speech: {
    engines: [],
    analysis: ['engines'],
    punctuation: [],
    speakers: ['engines', 'analysis'],
    batch: ['engines', 'analysis', 'punctuation'],
    live: ['engines', 'analysis', 'punctuation'],
  },
  enrichments: {
    phonetics: [],
    entities: [],
    topics: ['entities'],
    features: ['phonetics', 'entities', 'topics'],
    runner: ['features'],
  },
  http: {
    requests: [],
    limits: ['requests'],
    authentication: ['requests'],
    openapi: ['authentication'],
    lists: ['authentication'],
    jobs: ['authentication', 'openapi'],
    events: ['jobs'],
    files: ['requests', 'openapi'],
    openai: ['requests', 'openapi', 'jobs', 'files'],
    routes: ['requests', 'authentication', 'openapi', 'lists', 'jobs', 'events', 'files', 'openai'],
  },
}

/** Only the command line and the composition root import these; they import everything. */
const TOP = ['cli', 'service']

/** What uses the store: these import its types, and only its types. */
const STORE_USERS = [
  'intake',
  'transcription',
  'transcripts',
  'live',
  'queue',
  'callbacks',
  'sign-in',
  'http',
]

/** Folders below a module that its rule reaches. */
const MAX_DEPTH = 4

type Pattern = ({ regex: string } | { group: string[] }) & { message: string; allowTypeImports?: boolean }

const noTestCode: Pattern = {
  regex: '/testing/',
  message: 'Test code is for tests only.',
}

const typesOfLibraries: Pattern = {
  group: [
    '**/contract/**',
    '!**/contract/account-limits.ts',
    '!**/contract/limits.ts',
    '!**/contract/preset-names.ts',
    '!**/contract/roles.ts',
    '!**/contract/unspaced-scripts.ts',
    '!**/contract/webhook-events.ts',
    '**/text/**',
    '!**/text/paragraphs.ts',
  ],
  message:
    'The console imports only types of what imports large libraries, which would be most of its bundle.',
  allowTypeImports: true,
}

const typesOfStore: Pattern = {
  group: ['**/store/**'],
  message: 'Only the composition root constructs stores: import types only (docs/architecture.md).',
  allowTypeImports: true,
}

const clientTypesOnly: Pattern = {
  group: ['**/clients/**/*.ts'],
  message: 'Only api.ts calls the API: screens import types of the client, and call api.ts.',
  allowTypeImports: true,
}

/** Imports that climb so many folders, to one of these. */
function banned(levels: number, from: string, to: readonly string[]): Pattern[] {
  if (to.length === 0) return []
  const names = to.map((name) => name.replaceAll('.', '\\.')).join('|')
  return [
    {
      regex: `^(\\.\\./){${levels}}(${names})(/|$)`,
      message: `${from}/ must not import this: imports go one way (docs/architecture.md).`,
    },
  ]
}

/** One rule for each depth of files below a folder: how often an import has to climb depends on it. */
function rulesFor(folder: string, patternsAt: (depth: number) => Pattern[]): OxlintOverride[] {
  return Array.from({ length: MAX_DEPTH }, (_, depth) => ({
    files: [`${folder}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: { 'no-restricted-imports': ['error', { patterns: [noTestCode, ...patternsAt(depth)] }] },
  }))
}

const without = (names: readonly string[], allowed: readonly string[], own: string) =>
  names.filter((name) => name !== own && !allowed.includes(name))

const importRules = Object.entries(MODULES).flatMap(([module, allowed]) => {
  const used = STORE_USERS.includes(module) ? [...allowed, 'store'] : allowed
  const modules = without([...Object.keys(MODULES), ...TOP], used, module)
  const parts = PARTS[module] ?? {}
  return [
    ...rulesFor(`src/${module}`, (depth) => [
      ...banned(depth + 1, module, modules),
      ...(module === 'console' ? [typesOfLibraries] : []),
      ...(STORE_USERS.includes(module) ? [typesOfStore] : []),
      ...(module === 'console' && depth > 0 ? [clientTypesOnly] : []),
    ]),
    ...Object.entries(parts).flatMap(([part, siblings]) =>
      rulesFor(`src/${module}/${part}`, (depth) => [
        ...banned(depth + 2, module, modules),
        ...banned(depth + 1, `${module}/${part}`, without(Object.keys(parts), siblings, part)),
      ]),
    ),
  ]
})

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'node', 'promise'],
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': [
      'error',
      { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: ['test', 'suite'] }] },
    ],
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-useless-spread': 'off',
    'import/no-named-as-default-member': 'off',
    'promise/always-return': 'off',
    'eslint/no-unmodified-loop-condition': 'off',
  },
  overrides: [
    {
      files: ['src/service/**/*.ts', 'src/cli/**/*.ts'],
      rules: { 'no-restricted-imports': ['error', { patterns: [noTestCode] }] },
    },
    ...importRules,
    {
      files: ['src/console/**/*.tsx'],
      rules: { 'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }] },
    },
    { files: ['**/*.test.ts', '**/testing/**/*.ts'], rules: { 'no-restricted-imports': 'off' } },
  ],
})
