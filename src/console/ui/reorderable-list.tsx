/** A list whose items can be moved with buttons or by dragging. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../announce.ts'
import { t } from '../languages/language.ts'
import { IconButton } from './button.tsx'
import './reorderable-list.css'

interface Item {
  readonly id: number
  readonly name: string
}

interface ReorderableListProps<One extends Item> {
  readonly label: string
  readonly items: readonly One[]
  /** Whether an item can be moved. Movable items must be adjacent. */
  readonly isMovable: (item: One) => boolean
  /** @param to index in the list without the item */
  readonly onMove: (id: number, to: number) => void
  /** Renders an item. Its buttons come before `end`. */
  readonly children: (item: One) => ComponentChildren
  readonly end: (item: One) => ComponentChildren
}

export function ReorderableList<One extends Item>(props: ReorderableListProps<One>) {
  const { label, items, isMovable, onMove, children, end } = props
  const list = useRef<HTMLOListElement>(null)
  /** The pressed button, to restore the focus, which its row loses when it moves. */
  const pressed = useRef<{ id: number; step: number } | null>(null)
  const dragged = useRef<number | null>(null)
  useLayoutEffect(() => {
    const { current } = pressed
    pressed.current = null
    if (current === null) return
    const buttons = list.current?.querySelectorAll<HTMLElement>(`[data-id="${current.id}"] [data-step]`) ?? []
    const ofStep = [...buttons].find(({ dataset }) => dataset['step'] === String(current.step))
    ;(ofStep ?? buttons[0])?.focus()
  })
  const move = ({ id, name }: Item, to: number) => {
    onMove(id, to)
    announce(t().uploads.moved(name, to + 1, items.length))
  }
  const canMove = (at: number) => {
    const item = items[at]
    return item !== undefined && isMovable(item)
  }
  return (
    <ol class="reorderable" ref={list} aria-label={label}>
      {items.map((item, at) => (
        <li
          key={item.id}
          data-id={item.id}
          draggable={canMove(at)}
          onDragStart={({ dataTransfer }) => {
            dragged.current = item.id
            dataTransfer?.setData('text/plain', item.name)
          }}
          onDragOver={(event) => {
            if (dragged.current === null || !canMove(at)) return
            event.preventDefault()
            if (dragged.current !== item.id) onMove(dragged.current, at)
          }}
          onDragEnd={() => (dragged.current = null)}
        >
          {children(item)}
          {canMove(at) &&
            items.length > 1 &&
            ([-1, 1] as const).map((step) =>
              canMove(at + step) ? (
                <IconButton
                  key={step}
                  data-step={step}
                  icon={step < 0 ? 'up' : 'down'}
                  label={step < 0 ? t().uploads.moveUp(item.name) : t().uploads.moveDown(item.name)}
                  onClick={() => {
                    pressed.current = { id: item.id, step }
                    move(item, at + step)
                  }}
                />
              ) : (
                <span key={step} class="icon-button" />
              ),
            )}
          {end(item)}
        </li>
      ))}
    </ol>
  )
}
