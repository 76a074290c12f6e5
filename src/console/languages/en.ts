/** The texts of the interface in English; the other languages have the same shape. */
import type { Plural } from './plural.ts'

/** The words are those of docs/console.md. A part in braces is filled in by an element, see ui/sentence.tsx. */
export const en = (plural: Plural) => ({
  shell: {
    screens: {
      jobs: 'Jobs',
      new: 'New',
      live: 'Live',
      deliveries: 'Deliveries',
      members: 'Members',
      keys: 'Keys',
      system: 'System',
      me: 'Me',
    },
    notOpened: 'The console could not be opened',
    everywhere: 'Everywhere',
    goTo: (screen: string) => `Go to ${screen}`,
    showShortcuts: 'Show shortcuts',
    skip: 'Skip to the content',
    unreachable: 'The service cannot be reached. What is shown may be out of date; the console keeps trying.',
    noSuchPage: 'There is no such page',
    forPeople: 'This is for people',
    forPeopleHint: 'You are signed in with a key: sign in as yourself to see it.',
    navigation: 'Main',
    recording: 'recording',
    apiReference: 'API reference',
    shortcuts: 'Keyboard shortcuts',
    useShortcuts: 'Use single-key shortcuts',
    space: 'Space',
    close: 'Close',
    signOut: 'Sign out',
    language: 'Language',
    systemLanguage: 'Language of the browser',
    themes: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
    byKey: 'Key: {name}',
    byKeyOf: 'Key of {name}',
  },

  /** What several screens say. */
  ui: {
    liveSession: 'Live session',
    audio: 'Audio',
    never: 'Never',
    expired: 'Expired',
    key: 'Key {name}',
    copy: 'Copy',
    copyWhat: (what: string) => `Copy ${what}`,
    copied: 'Copied.',
    copyRefused: 'The browser does not allow copying.',
    shownOnce: 'It is not stored, and cannot be shown again.',
    iHaveCopied: 'I have copied it',
    deliveryStates: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    redelivered: 'The callback is sent again.',
    redeliver: 'Send again',
    devices: 'Devices, the last used first',
    browser: 'Browser',
    signedIn: 'Signed in',
    lastUsed: 'Last used',
    thisDevice: 'This one',
    signOutDevice: (browser: string) => `Sign out ${browser}`,
    signOut: 'Sign out',
    keep: 'Keep',
    change: (what: string) => `Change: ${what}`,
    enterToRetry: 'Press Enter to try again.',
    dismiss: 'Dismiss',
    roles: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin' },
    roleMeanings: {
      viewer: 'A viewer sees and hears all jobs of the account, and changes nothing.',
      editor: 'An editor sees and changes all jobs of the account: transcribes, records, edits and deletes.',
      admin: 'An admin may do everything in the account, and manages its members and keys.',
    },
    goToJobs: 'Go to the jobs',
    needsScope: (scope: string) => `This needs a key with the scope ${scope}`,
    needsScopeHint:
      'You are signed in with the key “{name}”, which does not have it. An administrator of its account can create one that does.',
    needsScopeOfUserHint:
      'You are signed in with a key of “{name}”, which does not have it. An administrator of its account can create one that does.',
    needsRole: (roles: readonly string[]) => `This needs the role ${roles.join(' or ')}`,
    needsRoleHint:
      'Your role in “{account}” is {role}: an administrator of the account can give you another one.',
    requestInLog: 'Request {id}: the log of the service has more under this id.',
    tryAgain: 'Try again',
    statuses: { queued: 'Queued', processing: 'Processing', done: 'Done', error: 'Failed' },
    actions: 'Actions',
  },

  /** Signing in. */
  signIn: {
    title: 'Sign in',
    operator: 'whoever runs this service',
    welcome: 'Scriptorium transcribes audio and keeps the transcripts. For access, ask {contact}.',
    withProvider: (provider: string) => `Sign in with ${provider}`,
    withPasskey: 'Sign in with a passkey',
    haveKey: 'I have a key',
    key: 'Service key',
    keyHint: 'The key that requests to the API carry. It is not stored in this browser.',
    signIn: 'Sign in',
    signingIn: 'Signing in …',
    invalidKey: 'This key is not valid. It may have been revoked.',
    cookieRefused:
      'The browser has refused the cookie of the console session. Open the console at the address in PUBLIC_URL.',
    problems: {
      refused: () => 'You were not signed in: the provider refused it, or it was cancelled.',
      expired: () => 'You were not signed in: it took too long, or was begun elsewhere. Try again.',
      no_access: (contact: string) => `You have no access yet: ask ${contact} for it, then sign in again.`,
      invitation: () => 'The invitation is not valid any more. Ask who sent it for another one.',
      unavailable: () => 'The provider does not answer. Try again later, or sign in with a passkey or a key.',
      failed: (contact: string) =>
        `You were not signed in: the answer of the provider is not valid. Tell ${contact}.`,
    },
  },

  /** Passkeys, as the browser answers. */
  passkeys: {
    NotAllowedError: 'No passkey was used: you cancelled, it took too long, or there is none here.',
    AbortError: 'No passkey was used: another attempt began.',
    InvalidStateError: 'This device has a passkey of yours already.',
    ConstraintError: 'This device cannot check that it is you: set a screen lock or a PIN first.',
    NotSupportedError: 'This device cannot make a passkey that the service accepts.',
    SecurityError: 'Passkeys do not work at this address: open the console at its name, with https.',
    unsupported: 'This browser has no passkeys at this address.',
    failed: 'The passkey did not work: try again, or use another one.',
  },

  /** Accepting an invitation. */
  join: {},

  /** Files on their way, on every screen. */
  uploads: {
    files: (count: number) => plural(count, '# file', '# files'),
  },

  /** Jobs, and what is done with many of them. */
  jobs: {},

  /** A job: its header, tabs and panels. */
  job: {},

  /** Its transcript, and how that is corrected. */
  transcript: {},

  /** Its audio, and how that is played. */
  player: {},

  /** Sharing a job. */
  sharing: {},

  /** The page of a link. */
  sharePage: {},

  /** New transcription. */
  newJob: {},

  /** Live sessions. */
  live: {},

  /** Deliveries of callbacks. */
  deliveries: {},

  /** Members and invitations. */
  members: {},

  /** Keys, and the secret that signs callbacks. */
  keys: {},

  /** The state of the service. */
  system: {},

  /** The user's own account. */
  me: {},
})

export type Messages = ReturnType<typeof en>
