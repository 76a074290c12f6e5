import type { Messages } from './en.ts'
import type { Plural } from './plural.ts'

export const fr = (plural: Plural): Messages => ({
  shell: {
    screens: {
      jobs: 'Tâches',
      new: 'Nouveau',
      live: 'Direct',
      deliveries: 'Livraisons',
      members: 'Membres',
      keys: 'Clés',
      system: 'Système',
      me: 'Moi',
    },
    notOpened: 'La console n’a pas pu être ouverte',
    everywhere: 'Partout',
    goTo: (screen: string) => `Aller à ${screen}`,
    showShortcuts: 'Afficher les raccourcis',
    skip: 'Aller au contenu',
    unreachable: 'Le service est injoignable. L’affichage peut être périmé ; la console continue d’essayer.',
    noSuchPage: 'Cette page n’existe pas',
    forPeople: 'Cette page est pour les personnes',
    forPeopleHint: 'Vous êtes connecté avec une clé : connectez-vous en votre nom pour la voir.',
    navigation: 'Navigation principale',
    recording: 'enregistrement en cours',
    apiReference: 'Référence de l’API',
    shortcuts: 'Raccourcis clavier',
    useShortcuts: 'Utiliser les raccourcis d’une seule touche',
    space: 'Espace',
    close: 'Fermer',
    signOut: 'Se déconnecter',
    language: 'Langue',
    systemLanguage: 'Langue du navigateur',
    themes: { system: 'Thème du système', light: 'Thème clair', dark: 'Thème sombre' },
    byKey: 'Clé : {name}',
    byKeyOf: 'Clé de {name}',
  },

  /** What several screens say. */
  ui: {
    liveSession: 'Session en direct',
    audio: 'Audio',
    never: 'Jamais',
    expired: 'Expiré',
    key: 'Clé {name}',
    copy: 'Copier',
    copyWhat: (what: string) => `Copier ${what}`,
    copied: 'Copié.',
    copyRefused: 'Le navigateur n’autorise pas la copie.',
    shownOnce: 'Cette valeur n’est pas conservée et ne pourra plus être affichée.',
    iHaveCopied: 'Je l’ai copiée',
    deliveryStates: { waiting: 'En attente', delivered: 'Livrée', failed: 'Échec' },
    redelivered: 'Le rappel est renvoyé.',
    redeliver: 'Renvoyer',
    devices: 'Appareils, le dernier utilisé en premier',
    browser: 'Navigateur',
    signedIn: 'Connexion',
    lastUsed: 'Dernière utilisation',
    thisDevice: 'Celui-ci',
    signOutDevice: (browser: string) => `Déconnecter ${browser}`,
    signOut: 'Se déconnecter',
    cancel: 'Annuler',
    keep: 'Conserver',
    change: (what: string) => `Modifier : ${what}`,
    enterToRetry: 'Appuyez sur Entrée pour réessayer.',
    dismiss: 'Masquer',
    roles: { viewer: 'Lecteur', editor: 'Éditeur', admin: 'Administrateur' },
    roleMeanings: {
      viewer: 'Un lecteur voit et écoute toutes les tâches du compte, sans rien modifier.',
      editor:
        'Un éditeur voit et modifie toutes les tâches du compte : il transcrit, enregistre, corrige et supprime.',
      admin: 'Un administrateur peut tout faire dans le compte et en gère les membres et les clés.',
    },
    goToJobs: 'Aller aux tâches',
    needsScope: (scope: string) => `Il faut une clé avec le droit ${scope}`,
    needsScopeHint:
      'Vous êtes connecté avec la clé « {name} », qui ne l’a pas. Un administrateur de son compte peut en créer une qui l’a.',
    needsScopeOfUserHint:
      'Vous êtes connecté avec une clé de « {name} », qui ne l’a pas. Un administrateur de son compte peut en créer une qui l’a.',
    needsRole: (roles: readonly string[]) => `Il faut le rôle ${roles.join(' ou ').toLowerCase()}`,
    needsRoleHint:
      'Votre rôle dans « {account} » est {role} : un administrateur du compte peut vous en donner un autre.',
    requestInLog: 'Requête {id} : le journal du service en dit plus sous cet identifiant.',
    tryAgain: 'Réessayer',
    statuses: { queued: 'En attente', processing: 'En cours', done: 'Terminée', error: 'Échec' },
    actions: 'Actions',
  },

  /** Signing in. */
  signIn: {
    title: 'Se connecter',
    operator: 'la personne qui gère ce service',
    welcome:
      'Scriptorium transcrit l’audio et conserve les transcriptions. Pour un accès, demandez à {contact}.',
    withProvider: (provider: string) => `Se connecter avec ${provider}`,
    withPasskey: 'Se connecter avec une clé d’accès',
    haveKey: 'J’ai une clé',
    key: 'Clé du service',
    keyHint: 'La clé que portent les requêtes à l’API. Elle n’est pas conservée dans ce navigateur.',
    signIn: 'Se connecter',
    signingIn: 'Connexion …',
    invalidKey: 'Cette clé n’est pas valable. Elle a peut-être été révoquée.',
    cookieRefused:
      'Le navigateur a refusé le cookie de la session. Ouvrez la console à l’adresse indiquée dans PUBLIC_URL.',
    problems: {
      refused: () => 'Vous n’êtes pas connecté : le fournisseur a refusé, ou la connexion a été annulée.',
      expired: () =>
        'Vous n’êtes pas connecté : la connexion a duré trop longtemps ou a commencé ailleurs. Réessayez.',
      no_access: (contact: string) =>
        `Vous n’avez pas encore accès : demandez-le à ${contact}, puis reconnectez-vous.`,
      invitation: () =>
        'L’invitation n’est plus valable. Demandez-en une autre à la personne qui l’a envoyée.',
      unavailable: () =>
        'Le fournisseur ne répond pas. Réessayez plus tard, ou connectez-vous avec une clé d’accès ou une clé.',
      failed: (contact: string) =>
        `Vous n’êtes pas connecté : la réponse du fournisseur n’est pas valable. Prévenez ${contact}.`,
    },
  },

  /** Passkeys, as the browser answers. */
  passkeys: {
    NotAllowedError: 'Aucune clé d’accès utilisée : annulation, délai dépassé, ou aucune n’est présente ici.',
    AbortError: 'Aucune clé d’accès utilisée : une autre tentative a commencé.',
    InvalidStateError: 'Cet appareil a déjà une clé d’accès à vous.',
    ConstraintError:
      'Cet appareil ne peut pas vérifier que c’est vous : définissez d’abord un verrouillage d’écran ou un code.',
    NotSupportedError: 'Cet appareil ne peut pas créer de clé d’accès que le service accepte.',
    SecurityError:
      'Les clés d’accès ne fonctionnent pas à cette adresse : ouvrez la console par son nom, en https.',
    unsupported: 'Ce navigateur n’a pas de clés d’accès à cette adresse.',
    failed: 'La clé d’accès n’a pas fonctionné : réessayez, ou utilisez-en une autre.',
  },

  /** Accepting an invitation. */
  join: {
    join: 'Rejoindre',
    openAgain: 'Rouvrez le lien',
    openAgainHint: 'Rouvrez le lien de votre invitation : cette page ne le conserve pas.',
    goToConsole: 'Aller à la console',
    notLoaded: 'L’invitation n’a pas pu être chargée',
    gone: 'Cette invitation n’est pas valable',
    goneHint:
      'Elle a été utilisée ou retirée, ou a expiré : demandez-en une autre à la personne qui l’a envoyée.',
    title: (account: string, role: string) => `Rejoindre « ${account} » comme ${role.toLowerCase()}`,
    offer: '{name} vous invite. {meaning} L’invitation est valable jusqu’au {time}.',
    name: 'Votre nom',
    nameHint: 'Le nom que voient les autres membres du compte.',
    joining: 'Un instant …',
    joinAs: (user: string) => `Rejoindre comme ${user}`,
    joinAsOther: 'Rejoindre sous un autre nom',
    joinWith: (provider: string) => `Rejoindre avec ${provider}`,
    afterProvider: (provider: string) =>
      `Si la déconnexion mène à ${provider}, rouvrez ensuite le lien de l’invitation.`,
    addPasskeyHint:
      'C’est fait. Ajoutez une clé d’accès pour pouvoir vous reconnecter : sans elle, seule une autre invitation vous redonnera accès.',
    notNow: 'Pas maintenant',
    goOn: 'Continuer',
  },

  /** Files on their way, on every screen. */
  uploads: {
    files: (count: number) => plural(count, '# fichier', '# fichiers'),
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
    share: 'Partager',
    sharePart: 'Partager cette partie',
    title: 'Partager cette transcription',
    made: 'Le lien a été créé.',
    link: 'Lien',
    linkHint: 'Toute personne qui a le lien peut l’ouvrir. Il ne sera plus affiché.',
    makeAnother: 'Créer un autre lien',
    notLoaded: 'Les liens n’ont pas pu être chargés',
    revoke: 'Révoquer',
    revoked: 'Le lien a été révoqué.',
    revokeTitle: 'Révoquer ce lien ?',
    revokeHint: 'Qui l’a ne voit plus rien. C’est irréversible.',
    revokeLink: (part: string) => `Révoquer le lien vers ${part}`,
    whatIsSeen: 'Qui a le lien voit la transcription la plus récente, et rien d’autre.',
    from: 'De',
    to: 'À',
    end: 'fin',
    ends: 'Expire',
    inDays: { 1: 'Dans un jour', 7: 'Dans une semaine', 30: 'Dans 30 jours' },
    notATime: (text: string) =>
      `« ${text} » n’est pas une durée : tapez minutes et secondes, par exemple 1:23.`,
    onlyRedacted: 'Seulement le texte expurgé, sans audio, titre ni noms des locuteurs',
    redactedHint: 'Il a été corrigé depuis : vérifiez qu’aucune correction ne nomme quelqu’un.',
    withAudio: 'Avec l’audio',
    mayDownload: 'Téléchargement autorisé',
    make: 'Créer le lien',
    links: 'Liens',
    madeBy: 'créé par {name} {time}',
    all: 'Tout',
    options: { redacted: 'expurgé', audio: 'audio', textOnly: 'texte seul', download: 'téléchargement' },
    doesNotEnd: 'n’expire pas',
    ended: (age: string) => `a expiré ${age}`,
    endsIn: (age: string) => `expire ${age}`,
    notOpened: 'jamais ouvert',
    opened: (count: number) => plural(count, 'ouvert # fois', 'ouvert # fois'),
  },

  /** The page of a link. */
  sharePage: {
    transcript: 'Transcription',
    notLoaded: 'La transcription n’a pas pu être chargée',
    nothingSaid: 'Rien n’est dit ici.',
    player: 'Lecteur',
    preparing: 'L’audio est en préparation.',
    cannotPlay: 'L’audio ne peut pas être lu.',
    channel: (channel: number) => `Canal ${channel}`,
    print: 'Imprimer',
    download: 'Télécharger',
    files: {
      'transcript.txt': 'Texte',
      'transcript.docx': 'Document Word',
      'transcript.srt': 'Sous-titres, SRT',
      'transcript.vtt': 'Sous-titres, WebVTT',
    },
  },

  /** New transcription. */
  newJob: {},

  /** Live sessions. */
  live: {},

  /** Deliveries of callbacks. */
  deliveries: {
    onThisPage: (count: number) => plural(count, '# livraison sur cette page', '# livraisons sur cette page'),
    ofJob: 'De {job}',
    job: (id: string) => `Tâche ${id}`,
    showOfAll: 'Afficher celles de toutes les tâches',
    notLoaded: 'Les livraisons n’ont pas pu être chargées',
    state: 'État',
    all: 'Toutes',
    noMatch: 'Aucune livraison ne correspond',
    showAll: 'Afficher toutes les livraisons',
    none: 'Aucune livraison',
    noneHint:
      'Une tâche demandée avec une URL de rappel y signale sa fin. Chaque rappel figure ici, avec ses tentatives.',
    callback: 'Rappel',
    lastAnswer: 'Dernière réponse',
    nextAttempt: 'Prochaine tentative',
    caption: 'Livraisons des rappels, les plus récentes en premier',
    noAttempt: 'Aucune tentative',
    attempts: (count: number) => plural(count, '# tentative', '# tentatives'),
    failedTooOften: (origin: string) => `${origin} a échoué trop souvent`,
    pausedUntil: (time: string) => `En pause jusqu’au ${time}`,
    pages: 'Pages',
    newest: 'Les plus récentes',
    older: 'Plus anciennes',
  },

  /** Members and invitations. */
  members: {
    invite: 'Inviter quelqu’un',
    invitationCreated: 'L’invitation de {name} a été créée',
    somebody: 'quelqu’un',
    link: 'Lien',
    linkHint: 'Envoyez vous-même ce lien à la personne. Le premier qui l’accepte devient membre.',
    notLoaded: 'Les membres n’ont pas pu être chargés',
    none: 'Aucun membre',
    noneHint: 'Jusqu’ici, seules des clés utilisent ce compte. Invitez la première personne.',
    invitations: 'Invitations',
    invitationsNotLoaded: 'Les invitations n’ont pas pu être chargées',
    invitationsCaption: 'Invitations, les plus anciennes en premier',
    for: 'Pour',
    by: 'Par',
    validUntil: 'Valable jusqu’au',
    until: 'Jusqu’à {time}',
    withdrawn: 'L’invitation a été retirée.',
    withdraw: 'Retirer',
    withdrawOf: (name: string) => `Retirer l’invitation de ${name}`,
    inDays: { 1: 'Dans un jour', 7: 'Dans une semaine', 28: 'Dans quatre semaines' },
    email: 'E-mail (facultatif)',
    emailHint: 'Pour reconnaître l’invitation. Rien n’y est envoyé.',
    linkExpires: 'Le lien expire',
    createLink: 'Créer le lien',
    thisAddress: 'Cette adresse : ',
    name: 'Nom',
    role: 'Rôle',
    lastSeen: 'Vu en dernier',
    seen: 'Vu : {time}',
    caption: 'Membres, par nom',
    lastAdmin: 'Le dernier administrateur le reste',
    fromGroup: (role: string) => `Au moins ${role.toLowerCase()}, par un groupe`,
    you: '(vous)',
    roleOf: (name: string) => `Rôle de ${name}`,
    devices: 'Appareils',
    devicesOf: (name: string) => `Appareils de ${name}`,
    devicesNotLoaded: 'Les appareils n’ont pas pu être chargés',
    whereSignedIn: (name: string) => `Où ${name} est connecté`,
    nowhere: 'Nulle part.',
    remove: 'Retirer',
    removeMember: (name: string) => `Retirer ${name}`,
    removeTitle: (name: string) => `Retirer ${name} ?`,
    removed: (name: string) => `${name} n’est plus membre.`,
    removeHint:
      'L’adhésion prend fin aussitôt, et avec elle les clés, les appareils et les liens partagés de « {name} » dans ce compte. Les tâches et les corrections restent. Qui n’est membre d’aucun autre compte est supprimé comme utilisateur.',
    removeGroupHint:
      'Un rôle vient d’un groupe : mettez-y fin d’abord chez le fournisseur d’identité, sinon la prochaine connexion le rétablira.',
    change: 'Changer',
    roleTitle: (name: string, role: string) => `Donner à ${name} le rôle ${role.toLowerCase()} ?`,
    roleChanged: (name: string, role: string) => `Le rôle de ${name} est maintenant ${role.toLowerCase()}.`,
    roleHint: 'Cela prend effet aussitôt, aussi pour les clés de « {name} ».',
  },

  /** Keys, and the secret that signs callbacks. */
  keys: {
    createKey: 'Créer une clé',
    notLoaded: 'Les clés n’ont pas pu être chargées',
    caption: 'Clés, les plus anciennes en premier',
    name: 'Nom',
    nameHint: 'Pour la reconnaître, par exemple le programme qui l’utilise.',
    theName: 'Le nom : ',
    owner: 'À qui',
    ofAccount: 'Le compte',
    somebody: 'Quelqu’un',
    of: 'De {owner}',
    scopes: 'Droits',
    scopeTexts: {
      read: 'Lire les tâches, transcriptions, audio, livraisons et l’utilisation',
      write: 'Envoyer, créer, modifier et supprimer',
      live: 'Ouvrir des sessions en direct',
      admin: 'Administrer le compte, et tout cela',
    },
    created: 'Création',
    expires: 'Expiration',
    expiresAt: 'Expiration : {time}',
    inDays: (days: number) => plural(days, 'Dans # jour', 'Dans # jours'),
    inAYear: 'Dans un an',
    create: 'Créer',
    thisSession: 'Cette session',
    revoke: 'Révoquer',
    revokeKey: (name: string) => `Révoquer ${name}`,
    revoked: (name: string) => `La clé « ${name} » a été révoquée.`,
    revokeTitle: 'Révoquer cette clé ?',
    revokeHint:
      'Les programmes qui utilisent « {name} » sont refusés aussitôt, et qui est connecté avec elle est déconnecté. C’est irréversible.',
    key: 'Clé',
    wasCreated: 'La clé « {name} » a été créée',
    copyNow: 'Copiez-la maintenant.',
    callbackSecret: 'Secret des rappels',
    callbackSecretHint:
      'Chaque rappel du compte est signé avec lui, comme le décrit Standard Webhooks, pour que les destinataires reconnaissent qu’il vient de ce service.',
    secretNotLoaded: 'Le secret n’a pas pu être chargé',
    secret: 'Secret',
    previousSecret: 'Secret précédent',
    bothSecretsHint:
      'Pendant 24 heures après le changement, les rappels sont signés avec les deux. Donnez le nouveau secret aux destinataires dans ce délai.',
    showSecret: 'Afficher le secret',
    hideSecret: 'Masquer le secret',
    rotateSecret: 'Changer le secret',
    newSecret: 'Il y a un nouveau secret.',
    rotate: 'Changer',
    rotateTitle: 'Changer le secret des rappels ?',
    rotateHint:
      'Un nouveau secret est créé. Pendant 24 heures, les rappels portent une signature de chacun des deux, et tout destinataire continue de les accepter. Ensuite, seuls ceux qui ont reçu le nouveau secret le font. Si le secret est changé à nouveau dans ce délai, le plus ancien cesse aussitôt de compter.',
  },

  /** The state of the service. */
  system: {},

  /** The user's own account. */
  me: {
    uploadsFirst: 'Attendez la fin de vos envois, ou annulez-les.',
    recordingFirst: 'Arrêtez d’abord votre enregistrement.',
    account: 'Compte',
    accounts: 'Comptes',
    notLoaded: 'Vos informations n’ont pas pu être chargées',
    name: 'Nom',
    email: 'E-mail',
    signsInAt: 'Connexion chez',
    inUse: 'Utilisé : {account}',
    devices: 'Appareils',
    deviceSignedOut: 'L’appareil est déconnecté.',
    othersSignedOut: 'Les autres appareils sont déconnectés.',
    signOutOthers: 'Déconnecter tous les autres',
    myKeys: 'Mes clés pour « {account} »',
    myKeysHint:
      'Pour vos propres programmes. Une clé ne peut jamais plus que vous, et prend fin avec votre adhésion.',
    keysNotLoaded: 'Vos clés n’ont pas pu être chargées',
    passkeys: 'Clés d’accès',
    passkeysCaption: 'Clés d’accès, les plus anciennes en premier',
    passkeyAdded: 'La clé d’accès a été ajoutée.',
    passkeyRemoved: 'La clé d’accès a été retirée.',
    noPasskey: 'Vous n’en avez pas : une fois déconnecté, seule une autre invitation vous redonnera accès.',
    noPasskeyButProvider:
      'Vous n’en avez pas. Avec une, vous pouvez vous connecter quand le fournisseur d’identité ne répond pas.',
    added: 'Ajout',
    nameOf: (name: string) => `nom de ${name}`,
    remove: 'Retirer',
    removePasskey: (name: string) => `Retirer ${name}`,
    removePasskeyTitle: 'Retirer cette clé d’accès ?',
    removePasskeyHint: 'Plus personne ne se connectera avec « {name} » ; qui est connecté le reste.',
    removeOnlyPasskeyHint:
      'C’est votre seule clé : une fois déconnecté, seule une autre invitation vous redonnera accès.',
    addPasskey: 'Ajouter une clé d’accès',
    passkeysUnsupported:
      'Ce navigateur n’a pas de clés d’accès à cette adresse : ouvrez la console par un nom, en https, pour en ajouter une.',
  },
})
