import type { ComponentChildren } from 'preact'
import { signedIn } from '../sign-in.ts'
import { Empty } from './states.tsx'

/** What a key that is no admin key sees in the place of a screen. @param children what the screen is for */
export function AdminOnly({ children }: { children: ComponentChildren }) {
  return (
    <Empty icon="key" title="This needs an admin key">
      {children} You are signed in with the key “<bdi>{signedIn.value?.key_name}</bdi>”, which is not an admin
      key. Who runs the service creates one with{' '}
      <code>scriptorium keys create &lt;name&gt; --account {signedIn.value?.account} --admin</code>; sign in
      again with it.
    </Empty>
  )
}
