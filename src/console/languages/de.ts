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
    cancel: 'Abbrechen',
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
  join: {
    join: 'Beitreten',
    openAgain: 'Öffnen Sie den Link noch einmal',
    openAgainHint: 'Öffnen Sie den Link Ihrer Einladung noch einmal: Diese Seite bewahrt ihn nicht auf.',
    goToConsole: 'Zur Konsole',
    notLoaded: 'Die Einladung konnte nicht geladen werden',
    gone: 'Diese Einladung ist nicht gültig',
    goneHint:
      'Sie wurde benutzt oder zurückgezogen oder ist abgelaufen: Bitten Sie die Person, die sie gesandt hat, um eine neue.',
    title: (account: string, role: string) => `„${account}“ als ${role} beitreten`,
    offer: '{name} lädt Sie ein. {meaning} Die Einladung gilt bis {time}.',
    name: 'Ihr Name',
    nameHint: 'Der Name, den andere im Konto sehen.',
    joining: 'Beitritt läuft …',
    joinAs: (user: string) => `Als ${user} beitreten`,
    joinAsOther: 'Als jemand anderes beitreten',
    joinWith: (provider: string) => `Mit ${provider} beitreten`,
    afterProvider: (provider: string) =>
      `Wenn die Abmeldung zu ${provider} führt, öffnen Sie danach den Link der Einladung noch einmal.`,
    addPasskeyHint:
      'Sie sind dabei. Fügen Sie einen Passkey hinzu, damit Sie sich wieder anmelden können: Ohne einen führt nur eine neue Einladung zurück.',
    notNow: 'Nicht jetzt',
    goOn: 'Weiter',
  },

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
  sharing: {
    share: 'Teilen',
    sharePart: 'Diesen Teil teilen',
    title: 'Dieses Transkript teilen',
    made: 'Der Link wurde angelegt.',
    link: 'Link',
    linkHint: 'Wer den Link hat, kann ihn öffnen. Er wird nicht noch einmal gezeigt.',
    makeAnother: 'Noch einen Link anlegen',
    notLoaded: 'Die Links konnten nicht geladen werden',
    revoke: 'Widerrufen',
    revoked: 'Der Link wurde widerrufen.',
    revokeTitle: 'Diesen Link widerrufen?',
    revokeHint: 'Wer ihn hat, sieht nichts mehr. Das kann nicht rückgängig gemacht werden.',
    revokeLink: (part: string) => `Den Link zu ${part} widerrufen`,
    whatIsSeen: 'Wer den Link hat, sieht das neueste Transkript und sonst nichts.',
    from: 'Von',
    to: 'Bis',
    end: 'Ende',
    ends: 'Endet',
    inDays: { 1: 'In einem Tag', 7: 'In einer Woche', 30: 'In 30 Tagen' },
    notATime: (text: string) => `„${text}“ ist keine Zeit: Geben Sie Minuten und Sekunden ein, etwa 1:23.`,
    onlyRedacted: 'Nur den geschwärzten Text, ohne Audio, Titel und Namen der Sprecher',
    redactedHint: 'Es wurde seitdem korrigiert: Prüfen Sie, dass keine Korrektur jemanden nennt.',
    withAudio: 'Mit dem Audio',
    mayDownload: 'Darf heruntergeladen werden',
    make: 'Link anlegen',
    links: 'Links',
    madeBy: 'angelegt von {name} {time}',
    all: 'Alles',
    options: { redacted: 'geschwärzt', audio: 'Audio', textOnly: 'nur Text', download: 'Download' },
    doesNotEnd: 'endet nicht',
    ended: (age: string) => `endete ${age}`,
    endsIn: (age: string) => `endet ${age}`,
    notOpened: 'nicht geöffnet',
    opened: (count: number) => plural(count, 'einmal geöffnet', '#-mal geöffnet'),
  },

  /** The page of a link. */
  sharePage: {
    transcript: 'Transkript',
    notLoaded: 'Das Transkript konnte nicht geladen werden',
    nothingSaid: 'Hier wird nichts gesagt.',
    player: 'Player',
    preparing: 'Das Audio wird vorbereitet.',
    cannotPlay: 'Das Audio kann nicht abgespielt werden.',
    channel: (channel: number) => `Kanal ${channel}`,
    print: 'Drucken',
    download: 'Herunterladen',
    files: {
      'transcript.txt': 'Text',
      'transcript.docx': 'Word-Dokument',
      'transcript.srt': 'Untertitel, SRT',
      'transcript.vtt': 'Untertitel, WebVTT',
    },
  },

  /** New transcription. */
  newJob: {},

  /** Live sessions. */
  live: {},

  /** Deliveries of callbacks. */
  deliveries: {
    onThisPage: (count: number) =>
      plural(count, '# Zustellung auf dieser Seite', '# Zustellungen auf dieser Seite'),
    ofJob: 'Von {job}',
    job: (id: string) => `Job ${id}`,
    showOfAll: 'Die aller Jobs zeigen',
    notLoaded: 'Die Zustellungen konnten nicht geladen werden',
    state: 'Zustand',
    all: 'Alle',
    noMatch: 'Keine Zustellung passt',
    showAll: 'Alle Zustellungen zeigen',
    none: 'Noch keine Zustellungen',
    noneHint:
      'Ein Job, der mit einer Callback-URL angefordert wird, meldet dort sein Ende. Jeder Callback steht hier mit seinen Versuchen.',
    callback: 'Callback',
    lastAnswer: 'Letzte Antwort',
    nextAttempt: 'Nächster Versuch',
    caption: 'Zustellungen von Callbacks, die neuesten zuerst',
    noAttempt: 'Noch kein Versuch',
    attempts: (count: number) => plural(count, '# Versuch', '# Versuche'),
    failedTooOften: (origin: string) => `${origin} ist zu oft fehlgeschlagen`,
    pausedUntil: (time: string) => `Pausiert bis ${time}`,
    pages: 'Seiten',
    newest: 'Neueste',
    older: 'Ältere',
  },

  /** Members and invitations. */
  members: {
    invite: 'Jemanden einladen',
    invitationCreated: 'Die Einladung für {name} wurde angelegt',
    somebody: 'jemanden',
    link: 'Link',
    linkHint: 'Senden Sie der Person diesen Link selbst. Wer ihn zuerst annimmt, wird Mitglied.',
    notLoaded: 'Die Mitglieder konnten nicht geladen werden',
    none: 'Noch keine Mitglieder',
    noneHint: 'Bisher benutzen nur Schlüssel dieses Konto. Laden Sie die erste Person ein.',
    invitations: 'Einladungen',
    invitationsNotLoaded: 'Die Einladungen konnten nicht geladen werden',
    invitationsCaption: 'Einladungen, die ältesten zuerst',
    for: 'Für',
    by: 'Von',
    validUntil: 'Gültig bis',
    until: 'Bis {time}',
    withdrawn: 'Die Einladung wurde zurückgezogen.',
    withdraw: 'Zurückziehen',
    withdrawOf: (name: string) => `Die Einladung für ${name} zurückziehen`,
    inDays: { 1: 'In einem Tag', 7: 'In einer Woche', 28: 'In vier Wochen' },
    email: 'E-Mail (freiwillig)',
    emailHint: 'Woran Sie die Einladung erkennen. Dorthin wird nichts gesandt.',
    linkExpires: 'Der Link läuft ab',
    createLink: 'Link anlegen',
    thisAddress: 'Diese Adresse: ',
    name: 'Name',
    role: 'Rolle',
    lastSeen: 'Zuletzt gesehen',
    seen: 'Gesehen: {time}',
    caption: 'Mitglieder, nach Namen',
    lastAdmin: 'Der letzte Admin bleibt einer',
    fromGroup: (role: string) => `Mindestens ${role}, durch eine Gruppe`,
    you: '(Sie)',
    roleOf: (name: string) => `Rolle von ${name}`,
    devices: 'Geräte',
    devicesOf: (name: string) => `Geräte von ${name}`,
    devicesNotLoaded: 'Die Geräte konnten nicht geladen werden',
    whereSignedIn: (name: string) => `Wo ${name} angemeldet ist`,
    nowhere: 'Nirgends.',
    remove: 'Entfernen',
    removeMember: (name: string) => `${name} entfernen`,
    removeTitle: (name: string) => `${name} entfernen?`,
    removed: (name: string) => `${name} ist kein Mitglied mehr.`,
    removeHint:
      'Die Mitgliedschaft endet sofort, und mit ihr die Schlüssel, die Geräte und die geteilten Links von „{name}“ in diesem Konto. Jobs und Korrekturen bleiben. Wer in keinem anderen Konto Mitglied ist, wird als Benutzer gelöscht.',
    removeGroupHint:
      'Eine Rolle kommt aus einer Gruppe: Beenden Sie das zuerst beim Identitätsanbieter, sonst bringt die nächste Anmeldung dort sie zurück.',
    change: 'Ändern',
    roleTitle: (name: string, role: string) => `Die Rolle von ${name} zu ${role} ändern?`,
    roleChanged: (name: string, role: string) => `Die Rolle von ${name} ist jetzt ${role}.`,
    roleHint: 'Das gilt sofort, auch für die Schlüssel von „{name}“.',
  },

  /** Keys, and the secret that signs callbacks. */
  keys: {
    createKey: 'Schlüssel anlegen',
    notLoaded: 'Die Schlüssel konnten nicht geladen werden',
    caption: 'Schlüssel, die ältesten zuerst',
    name: 'Name',
    nameHint: 'Woran Sie ihn erkennen, etwa das Programm, das ihn benutzt.',
    theName: 'Der Name: ',
    owner: 'Wessen',
    ofAccount: 'Das Konto',
    somebody: 'Jemand',
    of: 'Von {owner}',
    scopes: 'Rechte',
    scopeTexts: {
      read: 'Jobs, Transkripte, Audio, Zustellungen und Nutzung lesen',
      write: 'Hochladen, anlegen, ändern und löschen',
      live: 'Live-Sitzungen öffnen',
      admin: 'Das Konto verwalten, und alles davon',
    },
    created: 'Angelegt',
    expires: 'Läuft ab',
    expiresAt: 'Läuft ab: {time}',
    inDays: (days: number) => plural(days, 'In # Tag', 'In # Tagen'),
    inAYear: 'In einem Jahr',
    create: 'Anlegen',
    thisSession: 'Diese Sitzung',
    revoke: 'Widerrufen',
    revokeKey: (name: string) => `${name} widerrufen`,
    revoked: (name: string) => `Der Schlüssel „${name}“ wurde widerrufen.`,
    revokeTitle: 'Diesen Schlüssel widerrufen?',
    revokeHint:
      'Programme, die „{name}“ benutzen, werden sofort abgewiesen, und wer damit angemeldet ist, wird abgemeldet. Das kann nicht rückgängig gemacht werden.',
    key: 'Schlüssel',
    wasCreated: 'Der Schlüssel „{name}“ wurde angelegt',
    copyNow: 'Kopieren Sie ihn jetzt.',
    callbackSecret: 'Geheimnis der Callbacks',
    callbackSecretHint:
      'Jeder Callback des Kontos wird damit signiert, wie es Standard Webhooks beschreibt, damit Empfänger erkennen, dass er von diesem Dienst kommt.',
    secretNotLoaded: 'Das Geheimnis konnte nicht geladen werden',
    secret: 'Geheimnis',
    previousSecret: 'Voriges Geheimnis',
    bothSecretsHint:
      'Nach dem Wechsel werden Callbacks 24 Stunden lang mit beiden signiert. Geben Sie den Empfängern in dieser Zeit das neue Geheimnis.',
    showSecret: 'Geheimnis zeigen',
    hideSecret: 'Geheimnis verbergen',
    rotateSecret: 'Geheimnis wechseln',
    newSecret: 'Es gibt ein neues Geheimnis.',
    rotate: 'Wechseln',
    rotateTitle: 'Das Geheimnis der Callbacks wechseln?',
    rotateHint:
      'Ein neues Geheimnis wird angelegt. 24 Stunden lang tragen Callbacks je eine Signatur mit beiden, und jeder Empfänger nimmt sie weiter an. Danach tun es nur die, die das neue Geheimnis haben. Wird es in dieser Zeit noch einmal gewechselt, gilt das älteste sofort nicht mehr.',
  },

  /** The state of the service. */
  system: {},

  /** The user's own account. */
  me: {
    uploadsFirst: 'Warten Sie, bis Ihre Uploads fertig sind, oder brechen Sie sie ab.',
    recordingFirst: 'Beenden Sie zuerst Ihre Aufnahme.',
    account: 'Konto',
    accounts: 'Konten',
    notLoaded: 'Was über Sie bekannt ist, konnte nicht geladen werden',
    name: 'Name',
    email: 'E-Mail',
    signsInAt: 'Anmeldung bei',
    inUse: 'In Gebrauch: {account}',
    devices: 'Geräte',
    deviceSignedOut: 'Das Gerät ist abgemeldet.',
    othersSignedOut: 'Die anderen Geräte sind abgemeldet.',
    signOutOthers: 'Alle anderen abmelden',
    myKeys: 'Meine Schlüssel für „{account}“',
    myKeysHint:
      'Für Ihre eigenen Programme. Ein Schlüssel darf nie mehr als Sie und endet mit Ihrer Mitgliedschaft.',
    keysNotLoaded: 'Ihre Schlüssel konnten nicht geladen werden',
    passkeys: 'Passkeys',
    passkeysCaption: 'Passkeys, die ältesten zuerst',
    passkeyAdded: 'Der Passkey wurde hinzugefügt.',
    passkeyRemoved: 'Der Passkey wurde entfernt.',
    noPasskey: 'Sie haben keinen: Einmal abgemeldet, lässt Sie nur eine neue Einladung wieder herein.',
    noPasskeyButProvider:
      'Sie haben keinen. Mit einem können Sie sich anmelden, während der Identitätsanbieter nicht antwortet.',
    added: 'Hinzugefügt',
    nameOf: (name: string) => `Name von ${name}`,
    remove: 'Entfernen',
    removePasskey: (name: string) => `${name} entfernen`,
    removePasskeyTitle: 'Diesen Passkey entfernen?',
    removePasskeyHint: 'Niemand meldet sich mehr mit „{name}“ an; wer angemeldet ist, bleibt es.',
    removeOnlyPasskeyHint:
      'Es ist Ihr einziger: Einmal abgemeldet, lässt Sie nur eine neue Einladung wieder herein.',
    addPasskey: 'Passkey hinzufügen',
    passkeysUnsupported:
      'Dieser Browser hat unter dieser Adresse keine Passkeys: Öffnen Sie die Konsole unter einem Namen, mit https, um einen hinzuzufügen.',
  },
})
