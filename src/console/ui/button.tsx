import type { ButtonHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { attempt } from '../announce.ts'
import { Icon, type IconName } from './icon.tsx'

/** A button that submits no form. @param props of the element; its class is `button` unless given */
export function Button(props: ButtonHTMLAttributes) {
  return <button type="button" class="button" {...props} />
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'label' | 'size'> {
  readonly icon: IconName
  /** What it is called. */
  readonly label: string
  /** Of the icon, in pixels. */
  readonly size?: number | undefined
}

export function IconButton({ icon, label, size, ...props }: IconButtonProps) {
  return (
    <Button class="icon-button" aria-label={label} {...props}>
      <Icon name={icon} size={size} />
    </Button>
  )
}

interface ActionButtonProps extends ButtonHTMLAttributes {
  readonly action: () => Promise<unknown>
}

/** A button that waits for what it does, and tells everyone why if it fails. */
export function ActionButton({ action, ...props }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await attempt(action)
    setBusy(false)
  }
  return <Button disabled={isBusy} onClick={() => void run()} {...props} />
}
