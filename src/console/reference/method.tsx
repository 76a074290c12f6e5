/** The HTTP method of an operation, in its colour. */
export function Method({ name }: { name: string }) {
  return (
    <span class="method" data-method={name}>
      {name}
    </span>
  )
}
