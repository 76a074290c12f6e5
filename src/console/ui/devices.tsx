import type { DeviceList } from '../../contract/me.ts'
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
  return (
    <Table
      caption="Devices, the last used first"
      columns={['Browser', { head: 'Signed in', class: 'wide' }, 'Last used', ACTIONS]}
    >
      {devices.map((device) => (
        <tr key={device.id}>
          <th scope="row">
            <bdi>{device.browser}</bdi>
            {device.is_current && <span class="detail">This one</span>}
          </th>
          <td class="wide muted">
            <Age timestamp={device.signed_in_at} />
          </td>
          <td class="muted">
            <Age timestamp={device.last_used_at} />
          </td>
          <td class="action">
            {!device.is_current && (
              <ActionButton aria-label={`Sign out ${device.browser}`} action={async () => onEnd(device)}>
                Sign out
              </ActionButton>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
