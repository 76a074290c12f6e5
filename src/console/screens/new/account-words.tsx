import { useState } from 'preact/hooks'
import type { AccountVocabulary } from '../../../contract/settings.ts'
import { MAX } from '../../../contract/limits.ts'
import { attempt } from '../../announce.ts'
import { get } from '../../api.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { changeSetting } from '../../settings.ts'
import { Loaded } from '../../ui/states.tsx'
import { TagInput } from '../../ui/tag-input.tsx'
import { ProposedWords } from './proposed-words.tsx'

type Word = AccountVocabulary['words'][number]

const textOf = (word: Word): string => (typeof word === 'string' ? word : word.value)

/** The vocabulary of the account, which all of its jobs use. */
export function AccountWords() {
  const loaded = useResource<AccountVocabulary>('', async (_known, abort) =>
    get('v2/settings/vocabulary', abort),
  )
  const { words: title, wordsNotLoaded } = t().newJob
  return (
    <section class="account-words field">
      <label for="words">{title}</label>
      <Loaded resource={loaded} title={wordsNotLoaded}>
        {({ words }) => <Words first={words} />}
      </Loaded>
    </section>
  )
}

function Words({ first }: { first: readonly Word[] }) {
  const [words, setWords] = useState(first)
  const change = (make: (newest: readonly Word[]) => readonly Word[]) =>
    void attempt(async () => {
      const changed = await changeSetting<AccountVocabulary>('vocabulary', (newest) => ({
        words: [...make(newest.words)],
      }))
      setWords(changed.words)
    })
  const add = (texts: readonly string[]) =>
    change((newest) => [...newest, ...texts.filter((text) => !newest.map(textOf).includes(text))])
  const shown = words.map(textOf)
  return (
    <>
      <TagInput
        id="words"
        isShared
        values={shown}
        placeholder={t().newJob.addWord}
        maxLength={MAX.phrase}
        onAdd={add}
        onRemove={(text) => change((newest) => newest.filter((word) => textOf(word) !== text))}
      />
      <p class="hint" id="words-hint">
        {t().newJob.wordsHint}
      </p>
      <ProposedWords known={shown} onAdd={(word) => add([word])} />
    </>
  )
}
