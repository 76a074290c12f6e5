import type { Who } from '../../contract/who.ts'

/** Who did something; null for nobody. */
export function By({ who }: { who: Who | null }) {
  if (who === null) return <>–</>
  return (
    <>
      {who.kind === 'key' && 'Key '}
      <bdi>{who.name}</bdi>
    </>
  )
}
