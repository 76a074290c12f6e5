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
    cancel: 'Cancel',
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
    needsRole: (roles: readonly string[]) => `This needs the role ${roles.join(' or ').toLowerCase()}`,
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
  join: {
    join: 'Join',
    openAgain: 'Open the link again',
    openAgainHint: 'Open the link of your invitation again: this page does not keep it.',
    goToConsole: 'Go to the console',
    notLoaded: 'The invitation could not be loaded',
    gone: 'This invitation is not valid',
    goneHint: 'It was used or withdrawn, or has expired: ask who sent it for another one.',
    title: (account: string, role: string) => `Join “${account}” as ${role.toLowerCase()}`,
    offer: '{name} invites you. {meaning} The invitation is valid until {time}.',
    name: 'Your name',
    nameHint: 'The name that others of the account see.',
    joining: 'Joining …',
    joinAs: (user: string) => `Join as ${user}`,
    joinAsOther: 'Join as somebody else',
    joinWith: (provider: string) => `Join with ${provider}`,
    afterProvider: (provider: string) =>
      `If signing out leads to ${provider}, open the link of the invitation again afterwards.`,
    addPasskeyHint:
      'You are in. Add a passkey so that you can sign in again: without one, the only way back in is another invitation.',
    notNow: 'Not now',
    goOn: 'Go on',
  },

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
  deliveries: {
    onThisPage: (count: number) => plural(count, '# delivery on this page', '# deliveries on this page'),
    ofJob: 'Of {job}',
    job: (id: string) => `Job ${id}`,
    showOfAll: 'Show those of all jobs',
    notLoaded: 'The deliveries could not be loaded',
    state: 'State',
    all: 'All',
    noMatch: 'No delivery matches',
    showAll: 'Show all deliveries',
    none: 'No deliveries yet',
    noneHint:
      'A job that is requested with a callback URL reports there when it ends. Each callback is listed here, with its attempts.',
    callback: 'Callback',
    lastAnswer: 'Last answer',
    nextAttempt: 'Next attempt',
    caption: 'Deliveries of callbacks, newest first',
    noAttempt: 'No attempt yet',
    attempts: (count: number) => plural(count, '# attempt', '# attempts'),
    failedTooOften: (origin: string) => `${origin} has failed too often`,
    pausedUntil: (time: string) => `Paused until ${time}`,
    pages: 'Pages',
    newest: 'Newest',
    older: 'Older',
  },

  /** Members and invitations. */
  members: {
    invite: 'Invite somebody',
    invitationCreated: 'The invitation of {name} was created',
    somebody: 'somebody',
    link: 'Link',
    linkHint: 'Send this link to the person yourself. Whoever accepts it first becomes a member.',
    notLoaded: 'The members could not be loaded',
    none: 'No members yet',
    noneHint: 'Until now, only keys use this account. Invite the first person.',
    invitations: 'Invitations',
    invitationsNotLoaded: 'The invitations could not be loaded',
    invitationsCaption: 'Invitations, oldest first',
    for: 'For',
    by: 'By',
    validUntil: 'Valid until',
    until: 'Until {time}',
    withdrawn: 'The invitation was withdrawn.',
    withdraw: 'Withdraw',
    withdrawOf: (name: string) => `Withdraw the invitation of ${name}`,
    inDays: { 1: 'In a day', 7: 'In a week', 28: 'In four weeks' },
    email: 'E-mail (optional)',
    emailHint: 'By which you recognise the invitation. Nothing is sent there.',
    linkExpires: 'The link expires',
    createLink: 'Create the link',
    thisAddress: 'This ',
    name: 'Name',
    role: 'Role',
    lastSeen: 'Last seen',
    seen: 'Seen: {time}',
    caption: 'Members, by name',
    lastAdmin: 'The last admin stays one',
    fromGroup: (role: string) => `At least ${role.toLowerCase()}, from a group`,
    you: '(you)',
    roleOf: (name: string) => `Role of ${name}`,
    devices: 'Devices',
    devicesOf: (name: string) => `Devices of ${name}`,
    devicesNotLoaded: 'The devices could not be loaded',
    whereSignedIn: (name: string) => `Where ${name} is signed in`,
    nowhere: 'Nowhere.',
    remove: 'Remove',
    removeMember: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removed: (name: string) => `${name} is no longer a member.`,
    removeHint:
      'The membership ends at once, and with it the keys, the devices and the shared links of “{name}” in this account. Jobs and corrections stay. Somebody who is a member of no other account is deleted as a user.',
    removeGroupHint:
      'A role comes from a group: end that at the identity provider first, or the next sign-in there brings it back.',
    change: 'Change',
    roleTitle: (name: string, role: string) => `Change the role of ${name} to ${role.toLowerCase()}?`,
    roleChanged: (name: string, role: string) => `The role of ${name} is ${role.toLowerCase()} now.`,
    roleHint: 'It takes effect at once, also for the keys of “{name}”.',
  },

  /** Keys, and the secret that signs callbacks. */
  keys: {
    createKey: 'Create a key',
    notLoaded: 'The keys could not be loaded',
    caption: 'Keys, oldest first',
    name: 'Name',
    nameHint: 'By which you recognise it, such as the program that uses it.',
    theName: 'The name ',
    owner: 'Whose',
    ofAccount: 'The account',
    somebody: 'Somebody',
    of: 'Of {owner}',
    scopes: 'Scopes',
    scopeTexts: {
      read: 'Read jobs, transcripts, audio, deliveries and usage',
      write: 'Upload, create, change and delete',
      live: 'Open live sessions',
      admin: 'Administer the account, and all of these',
    },
    created: 'Created',
    expires: 'Expires',
    expiresAt: 'Expires: {time}',
    inDays: (days: number) => plural(days, 'In # day', 'In # days'),
    inAYear: 'In a year',
    create: 'Create',
    thisSession: 'This session',
    revoke: 'Revoke',
    revokeKey: (name: string) => `Revoke ${name}`,
    revoked: (name: string) => `The key “${name}” was revoked.`,
    revokeTitle: 'Revoke this key?',
    revokeHint:
      'Programs that use “{name}” are refused at once, and who is signed in with it is signed out. This cannot be undone.',
    key: 'Key',
    wasCreated: 'The key “{name}” was created',
    copyNow: 'Copy it now.',
    callbackSecret: 'Secret of callbacks',
    callbackSecretHint:
      'Every callback of the account is signed with it, as Standard Webhooks describes, so that receivers can tell that it comes from this service.',
    secretNotLoaded: 'The secret could not be loaded',
    secret: 'Secret',
    previousSecret: 'Previous secret',
    bothSecretsHint:
      'Callbacks are signed with both for 24 hours after the rotation. Give receivers the new secret in this time.',
    showSecret: 'Show the secret',
    hideSecret: 'Hide the secret',
    rotateSecret: 'Rotate the secret',
    newSecret: 'There is a new secret.',
    rotate: 'Rotate',
    rotateTitle: 'Rotate the secret of callbacks?',
    rotateHint:
      'A new secret is made. For 24 hours, callbacks carry a signature by each of the two, and every receiver keeps accepting them. Afterwards, only those that were given the new secret do. If the secret is rotated again within this time, the oldest one stops counting at once.',
  },

  /** The state of the service. */
  system: {},

  /** The user's own account. */
  me: {
    uploadsFirst: 'Wait until your uploads have ended, or cancel them.',
    recordingFirst: 'Stop your recording first.',
    account: 'Account',
    accounts: 'Accounts',
    notLoaded: 'What is known of you could not be loaded',
    name: 'Name',
    email: 'E-mail',
    signsInAt: 'Signs in at',
    inUse: 'In use: {account}',
    devices: 'Devices',
    deviceSignedOut: 'The device is signed out.',
    othersSignedOut: 'The other devices are signed out.',
    signOutOthers: 'Sign out all others',
    myKeys: 'My keys for “{account}”',
    myKeysHint: 'For programs of yours. A key never may do more than you may, and ends with your membership.',
    keysNotLoaded: 'Your keys could not be loaded',
    passkeys: 'Passkeys',
    passkeysCaption: 'Passkeys, oldest first',
    passkeyAdded: 'The passkey was added.',
    passkeyRemoved: 'The passkey was removed.',
    noPasskey: 'You have none: once you are signed out, only another invitation lets you in again.',
    noPasskeyButProvider:
      'You have none. With one, you can sign in while the identity provider does not answer.',
    added: 'Added',
    nameOf: (name: string) => `name of ${name}`,
    remove: 'Remove',
    removePasskey: (name: string) => `Remove ${name}`,
    removePasskeyTitle: 'Remove this passkey?',
    removePasskeyHint: 'Nobody signs in with “{name}” any more; who is signed in stays so.',
    removeOnlyPasskeyHint:
      'It is your only one: once you are signed out, only another invitation lets you in again.',
    addPasskey: 'Add a passkey',
    passkeysUnsupported:
      'This browser has no passkeys at this address: open the console at a name, with https, to add one.',
  },
})

export type Messages = ReturnType<typeof en>
