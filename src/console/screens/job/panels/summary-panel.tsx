export function SummaryPanel({ results }: { results: unknown }) {
  return (
    <p class="value prose" dir="auto">
      {String(results)}
    </p>
  )
}
