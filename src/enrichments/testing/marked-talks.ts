/**
 * Conversations and talks as text, with what a good summary mentions and what must not be in any summary.
 *
 * A file begins with lines such as `# must: ticket machines | eighteenth of May`: `must` are phrases that summaries
 * should mention, `issue` words that they should mention, `personal` values that belong in no summary or headline, and
 * `headline-not` misleading headlines. Each further line is a turn, `Speaker A: Good morning.`, in which `{name:Ann}`
 * also marks a personal value, except `{keep:…}`.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Transcription } from '../../contract/transcript.ts'
import { contentWords } from '../topics/content-words.ts'
import { transcriptionOf } from './talks.ts'

export interface MarkedTalk {
  readonly name: string
  readonly transcription: Transcription
  readonly must: readonly string[]
  readonly issue: readonly string[]
  readonly personal: readonly string[]
  readonly misleading: readonly string[]
}

/** The talks in a folder, or in one file. */
export function markedTalks(path: string): MarkedTalk[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith('.txt'))
        .toSorted()
        .map((name) => join(path, name))
    : [path]
  return files.map((file) => markedTalk(file, readFileSync(file, 'utf8')))
}

const VALUE = /\{(\w+):([^}]*)\}/g

function markedTalk(name: string, text: string): MarkedTalk {
  const headers = new Map<string, string[]>()
  const turns: { speaker: string; said: string }[] = []
  const values: string[] = []
  for (const line of text.split('\n')) {
    const [, header, listed = ''] = /^#\s*([\w-]+):(.*)/.exec(line) ?? []
    if (header !== undefined) headers.set(header, listOf(listed))
    const [, speaker, marked] = /^(?!#)([^:{]{1,30}): (.+)/.exec(line) ?? []
    if (speaker === undefined || marked === undefined) continue
    for (const [, type, value = ''] of marked.matchAll(VALUE)) if (type !== 'keep') values.push(value)
    turns.push({ speaker, said: marked.replaceAll(VALUE, '$2') })
  }
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
  const plain = transcriptionOf(turns.map(({ said }) => said))
  const utterances = plain.utterances.map((utterance, index) => ({
    ...utterance,
    speaker: speakers.indexOf(turns[index]!.speaker),
  }))
  return {
    name,
    transcription: { ...plain, utterances },
    must: headers.get('must') ?? [],
    issue: wordsOf((headers.get('issue') ?? []).join(' ')),
    personal: [...new Set([...(headers.get('personal') ?? []), ...values])],
    misleading: headers.get('headline-not') ?? [],
  }
}

function wordsOf(text: string): string[] {
  return [...new Set(contentWords(text, 'en').map(({ key }) => key))]
}

function listOf(text: string): string[] {
  const parts = text.split(text.includes('|') ? '|' : ',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
