import { useEffect, useState } from 'preact/hooks'

/** The breakpoint of the style sheets for phones. */
const PHONE = window.matchMedia('(max-width: 640px)')

/** Whether the window is as narrow as on a phone. */
export function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(PHONE.matches)
  useEffect(() => {
    const update = () => setPhone(PHONE.matches)
    PHONE.addEventListener('change', update)
    return () => PHONE.removeEventListener('change', update)
  }, [])
  return isPhone
}
