import type { ComponentChildren } from 'preact'
import { session } from '../session.ts'
import { Empty } from './states.tsx'

/** What a key that is no admin key sees in the place of a screen. @param children what the screen is for */
export function AdminOnly({ children }: { children: ComponentChildren }) {
  return (
    <Empty icon="key" title="This needs an admin key">
      {children} You are signed in with the key “<bdi>{session.value?.key_name}</bdi>”, which is not an admin
      key. Who runs the service creates one with{' '}
      <code>scriptorium keys create &lt;name&gt; --account {session.value?.account} --admin</code>; sign in
      again with it.
    </Empty>
  )
}
