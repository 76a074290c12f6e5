import type { ButtonHTMLAttributes } from 'preact'
import { useState } from 'preact/hooks'
import { attempt } from '../announce.ts'
import { Icon, type IconName } from './icon.tsx'

/** A button that does not submit a form. @param props of the element; its class is `button` by default */
export function Button(props: ButtonHTMLAttributes) {
  return <button type="button" class="button" {...props} />
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes, 'icon' | 'label' | 'size'> {
  readonly icon: IconName
  /** Its accessible name. */
  readonly label: string
  /** Size of the icon in pixels. */
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

/** A button that is busy during its action, and shows a notice if that fails. */
export function ActionButton({ action, ...props }: ActionButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await attempt(action)
    setBusy(false)
  }
  return <Button disabled={isBusy} onClick={() => void run()} {...props} />
}
