import type { ComponentChildren } from 'preact'

/** One of `.system-facts`. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="numeric">{children}</dd>
    </div>
  )
}
