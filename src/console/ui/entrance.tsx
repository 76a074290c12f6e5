import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './entrance.css'

/** A page for somebody who is about to sign in or to join. */
export function Entrance({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="entrance">
      <div>
        <div class="brand">
          <Icon name="wave" />
          Scriptorium
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
