import { useEffect, useState } from 'preact/hooks'

/** Where styles place things as on a phone, too. */
const PHONE = window.matchMedia('(max-width: 640px)')

/** Whether the window is as narrow as that of a phone. */
export function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(PHONE.matches)
  useEffect(() => {
    const update = () => setPhone(PHONE.matches)
    PHONE.addEventListener('change', update)
    return () => PHONE.removeEventListener('change', update)
  }, [])
  return isPhone
}
