import { t } from '../../languages/language.ts'
import type { DeviceList } from '../../../contract/me.ts'
import { get, remove } from '../../api.ts'
import { notify } from '../../announce.ts'
import { useResource } from '../../resource.ts'
import { ActionButton } from '../../ui/button.tsx'
import { DeviceTable } from '../../ui/devices.tsx'
import { Loaded } from '../../ui/states.tsx'

const PATH = 'v2/me/devices'

/** Where the user is signed in. */
export function MyDevices() {
  const devices = useResource<DeviceList>('', async (_known, abort) => get(PATH, abort))
  const end = async (ended: readonly { readonly id: string }[]) => {
    try {
      await Promise.all(ended.map(async ({ id }) => remove(`${PATH}/${id}`)))
      notify(ended.length === 1 ? t().me.deviceSignedOut : t().me.othersSignedOut)
    } finally {
      devices.reload()
    }
  }
  return (
    <section class="page-section" aria-labelledby="devices">
      <h2 id="devices">{t().me.devices}</h2>
      <Loaded resource={devices} title={t().members.devicesNotLoaded}>
        {({ items }) => {
          const others = items.filter(({ is_current }) => !is_current)
          return (
            <>
              <DeviceTable devices={items} onEnd={async (device) => end([device])} />
              {others.length > 1 && (
                <ActionButton action={async () => end(others)}>{t().me.signOutOthers}</ActionButton>
              )}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}
