import type { Messages } from './en.ts'
import type { Plural } from './plural.ts'

export const de = (plural: Plural): Messages => ({
  shell: {
    screens: {
      jobs: 'Jobs',
      new: 'Neu',
      live: 'Live',
      deliveries: 'Zustellungen',
      members: 'Mitglieder',
      keys: 'Schlüssel',
      system: 'System',
      me: 'Ich',
    },
    notOpened: 'Die Konsole konnte nicht geöffnet werden',
    everywhere: 'Überall',
    goTo: (screen: string) => `Gehe zu ${screen}`,
    showShortcuts: 'Tastenkürzel zeigen',
    skip: 'Zum Inhalt springen',
    unreachable:
      'Der Dienst ist nicht erreichbar. Die Anzeige kann veraltet sein; die Konsole versucht es weiter.',
    noSuchPage: 'Diese Seite gibt es nicht',
    forPeople: 'Dies ist für Personen',
    forPeopleHint:
      'Sie sind mit einem Schlüssel angemeldet: Melden Sie sich als Sie selbst an, um es zu sehen.',
    navigation: 'Hauptnavigation',
    recording: 'Aufnahme läuft',
    apiReference: 'API-Referenz',
    shortcuts: 'Tastenkürzel',
    useShortcuts: 'Kürzel aus einzelnen Tasten verwenden',
    space: 'Leertaste',
    close: 'Schließen',
    signOut: 'Abmelden',
    language: 'Sprache',
    systemLanguage: 'Sprache des Browsers',
    themes: { system: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    byKey: 'Schlüssel: {name}',
    byKeyOf: 'Schlüssel von {name}',
  },

  /** What several screens say. */
  ui: {
    liveSession: 'Live-Sitzung',
    audio: 'Audio',
    never: 'Nie',
    expired: 'Abgelaufen',
    key: 'Schlüssel {name}',
    copy: 'Kopieren',
    copyWhat: (what: string) => `${what} kopieren`,
    copied: 'Kopiert.',
    copyRefused: 'Der Browser erlaubt das Kopieren nicht.',
    shownOnce: 'Er wird nicht gespeichert und kann nicht noch einmal gezeigt werden.',
    iHaveCopied: 'Ich habe ihn kopiert',
    deliveryStates: { waiting: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
    redelivered: 'Der Callback wird noch einmal gesendet.',
    redeliver: 'Noch einmal senden',
    devices: 'Geräte, das zuletzt benutzte zuerst',
    browser: 'Browser',
    signedIn: 'Angemeldet',
    lastUsed: 'Zuletzt benutzt',
    thisDevice: 'Dieses',
    signOutDevice: (browser: string) => `${browser} abmelden`,
    signOut: 'Abmelden',
    keep: 'Behalten',
    change: (what: string) => `Ändern: ${what}`,
    enterToRetry: 'Eingabetaste drücken, um es noch einmal zu versuchen.',
    dismiss: 'Ausblenden',
    roles: { viewer: 'Leser', editor: 'Bearbeiter', admin: 'Admin' },
    roleMeanings: {
      viewer: 'Leser sehen und hören alle Jobs des Kontos und ändern nichts.',
      editor:
        'Bearbeiter sehen und ändern alle Jobs des Kontos: Sie transkribieren, nehmen auf, bearbeiten und löschen.',
      admin: 'Admins dürfen im Konto alles und verwalten seine Mitglieder und Schlüssel.',
    },
    goToJobs: 'Zu den Jobs',
    needsScope: (scope: string) => `Dies braucht einen Schlüssel mit dem Recht ${scope}`,
    needsScopeHint:
      'Sie sind mit dem Schlüssel „{name}“ angemeldet, der es nicht hat. Ein Admin des Kontos kann einen passenden anlegen.',
    needsScopeOfUserHint:
      'Sie sind mit einem Schlüssel von „{name}“ angemeldet, der es nicht hat. Ein Admin des Kontos kann einen passenden anlegen.',
    needsRole: (roles: readonly string[]) => `Dies braucht die Rolle ${roles.join(' oder ')}`,
    needsRoleHint: 'Ihre Rolle in „{account}“ ist {role}: Ein Admin des Kontos kann Ihnen eine andere geben.',
    requestInLog: 'Anfrage {id}: Unter dieser Id steht mehr im Log des Dienstes.',
    tryAgain: 'Noch einmal versuchen',
    statuses: { queued: 'Wartet', processing: 'In Arbeit', done: 'Fertig', error: 'Fehlgeschlagen' },
    actions: 'Aktionen',
  },

  /** Signing in. */
  signIn: {
    title: 'Anmelden',
    operator: 'wer diesen Dienst betreibt',
    welcome: 'Scriptorium transkribiert Audio und bewahrt die Transkripte auf. Zugang gibt Ihnen, {contact}.',
    withProvider: (provider: string) => `Anmelden mit ${provider}`,
    withPasskey: 'Mit einem Passkey anmelden',
    haveKey: 'Ich habe einen Schlüssel',
    key: 'Dienstschlüssel',
    keyHint: 'Der Schlüssel, den Anfragen an die API tragen. Er wird nicht in diesem Browser gespeichert.',
    signIn: 'Anmelden',
    signingIn: 'Anmeldung läuft …',
    invalidKey: 'Dieser Schlüssel ist nicht gültig. Vielleicht wurde er widerrufen.',
    cookieRefused:
      'Der Browser hat das Cookie der Sitzung abgelehnt. Öffnen Sie die Konsole unter der Adresse in PUBLIC_URL.',
    problems: {
      refused: () => 'Sie wurden nicht angemeldet: Der Anbieter hat es abgelehnt, oder es wurde abgebrochen.',
      expired: () =>
        'Sie wurden nicht angemeldet: Es hat zu lange gedauert oder wurde anderswo begonnen. Versuchen Sie es noch einmal.',
      no_access: (contact: string) =>
        `Sie haben noch keinen Zugang: Zugang gibt Ihnen ${contact}; melden Sie sich danach noch einmal an.`,
      invitation: () =>
        'Die Einladung gilt nicht mehr. Bitten Sie die Person, die sie gesandt hat, um eine neue.',
      unavailable: () =>
        'Der Anbieter antwortet nicht. Versuchen Sie es später, oder melden Sie sich mit einem Passkey oder einem Schlüssel an.',
      failed: (contact: string) =>
        `Sie wurden nicht angemeldet: Die Antwort des Anbieters ist ungültig. Sagen Sie Bescheid: ${contact}.`,
    },
  },

  /** Passkeys, as the browser answers. */
  passkeys: {
    NotAllowedError:
      'Es wurde kein Passkey benutzt: Sie haben abgebrochen, es hat zu lange gedauert, oder hier ist keiner.',
    AbortError: 'Es wurde kein Passkey benutzt: Ein anderer Versuch hat begonnen.',
    InvalidStateError: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
    ConstraintError:
      'Dieses Gerät kann nicht prüfen, dass Sie es sind: Richten Sie erst eine Bildschirmsperre oder PIN ein.',
    NotSupportedError: 'Dieses Gerät kann keinen Passkey anlegen, den der Dienst annimmt.',
    SecurityError:
      'Unter dieser Adresse funktionieren Passkeys nicht: Öffnen Sie die Konsole unter ihrem Namen, mit https.',
    unsupported: 'Dieser Browser hat unter dieser Adresse keine Passkeys.',
    failed: 'Der Passkey hat nicht funktioniert: Versuchen Sie es noch einmal oder mit einem anderen.',
  },

  /** Accepting an invitation. */
  join: {},

  /** Files on their way, on every screen. */
  uploads: {
    files: (count: number) => plural(count, '# Datei', '# Dateien'),
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
