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
    needsRole: (roles: readonly string[]) => `Il faut le rôle ${roles.join(' ou ')}`,
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
  join: {},

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
