/** The screens that are loaded together, when the first of them is shown. */
export { DeliveriesScreen } from '../screens/deliveries/deliveries-screen.tsx'
export { KeysScreen } from '../screens/keys/keys-screen.tsx'
export { LiveScreen } from '../screens/live/live-screen.tsx'
export { MeScreen } from '../screens/me/me-screen.tsx'
export { MembersScreen } from '../screens/members/members-screen.tsx'
export { SystemScreen } from '../screens/system/system-screen.tsx'
export { TrashScreen } from '../screens/trash/trash-screen.tsx'
