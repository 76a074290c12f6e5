import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import './entrance.css'

/** The frame of the pages for signing in and joining. */
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
