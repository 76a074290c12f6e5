/** Lines that say which models are used for which language. */
import { allInUse, type Installation, type InUse } from '../../installation/in-use.ts'
import type { Purpose } from '../../models/pulled/model-description.ts'
import { labelOf } from './languages.ts'

/** Purposes as shown to users. */
const TITLES: Readonly<Record<Purpose, string>> = {
  recognition: 'Recordings',
  'live-recognition': 'Live sessions',
  speakers: 'Speakers',
  punctuation: 'Punctuation, where a model for recordings writes none',
  entities: 'Entities',
  'personal-data': 'Personal data',
  sentiment: 'Sentiment',
  emotion: 'Emotion',
  translation: 'Translation from',
}

export function linesInUse(installation: Installation): string[] {
  return allInUse(installation).flatMap(({ purpose, groups }) => {
    const title = TITLES[purpose]
    const [only] = groups
    if (groups.length === 1 && only !== undefined) return [`${title}: ${chain(only.value)}`]
    return [title, ...groups.map((group) => `  ${labelOf(group, groups)}: ${chain(group.value)}`)]
  })
}

/** Such as `large (pulled, priority 2), before small (pulled, priority 1) and whisper (bundled)`. */
function chain([first, ...others]: readonly InUse[]): string {
  if (first === undefined) return 'none'
  if (others.length === 0) return textOf(first)
  return `${textOf(first)}, before ${new Intl.ListFormat('en').format(others.map(textOf))}`
}

function textOf({ name, kind, priority }: InUse): string {
  switch (kind) {
    case 'speech-server':
      return `${name} (speech server)`
    case 'pulled':
      return `${name} (pulled, priority ${priority})`
    case 'bundled':
      return `${name} (bundled)`
    case 'built-in':
      return name
  }
}
