import type { DeviceList } from '../../contract/me.ts'
import { t } from '../languages/language.ts'
import { Age } from './age.tsx'
import { ActionButton } from './button.tsx'
import { ACTIONS, Table } from './table.tsx'

type Device = DeviceList['items'][number]

interface DeviceTableProps {
  readonly devices: readonly Device[]
  /** Signs out a device. */
  readonly onEnd: (device: Device) => Promise<unknown>
}

/** Where somebody is signed in. */
export function DeviceTable({ devices, onEnd }: DeviceTableProps) {
  const texts = t().ui
  return (
    <Table
      caption={texts.devices}
      columns={[texts.browser, { head: texts.signedIn, class: 'wide' }, texts.lastUsed, ACTIONS]}
    >
      {devices.map((device) => (
        <tr key={device.id}>
          <th scope="row">
            <bdi>{device.browser}</bdi>
            {device.is_current && <span class="detail">{texts.thisDevice}</span>}
          </th>
          <td class="wide muted">
            <Age timestamp={device.signed_in_at} />
          </td>
          <td class="muted">
            <Age timestamp={device.last_used_at} />
          </td>
          <td class="action">
            {!device.is_current && (
              <ActionButton
                aria-label={texts.signOutDevice(device.browser)}
                action={async () => onEnd(device)}
              >
                {texts.signOut}
              </ActionButton>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
