import type { Messages } from './en.ts'
import type { Plural } from './plural.ts'

export const es = (plural: Plural): Messages => ({
  shell: {
    screens: {
      jobs: 'Trabajos',
      new: 'Nuevo',
      live: 'En directo',
      deliveries: 'Entregas',
      members: 'Miembros',
      keys: 'Claves',
      system: 'Sistema',
      me: 'Yo',
    },
    notOpened: 'No se pudo abrir la consola',
    everywhere: 'En todas partes',
    goTo: (screen: string) => `Ir a ${screen}`,
    showShortcuts: 'Mostrar los atajos',
    skip: 'Ir al contenido',
    unreachable:
      'No se puede acceder al servicio. Lo que se muestra puede estar desactualizado; la consola sigue intentándolo.',
    noSuchPage: 'Esta página no existe',
    forPeople: 'Esto es para personas',
    forPeopleHint: 'Ha iniciado sesión con una clave: inicie sesión en su nombre para verlo.',
    navigation: 'Navegación principal',
    recording: 'grabando',
    apiReference: 'Referencia de la API',
    shortcuts: 'Atajos de teclado',
    useShortcuts: 'Usar atajos de una sola tecla',
    space: 'Espacio',
    close: 'Cerrar',
    signOut: 'Cerrar sesión',
    language: 'Idioma',
    systemLanguage: 'Idioma del navegador',
    themes: { system: 'Tema del sistema', light: 'Tema claro', dark: 'Tema oscuro' },
    byKey: 'Clave: {name}',
    byKeyOf: 'Clave de {name}',
  },

  /** What several screens say. */
  ui: {
    liveSession: 'Sesión en directo',
    audio: 'Audio',
    never: 'Nunca',
    expired: 'Caducado',
    key: 'Clave {name}',
    copy: 'Copiar',
    copyWhat: (what: string) => `Copiar ${what}`,
    copied: 'Copiado.',
    copyRefused: 'El navegador no permite copiar.',
    shownOnce: 'No se guarda y no se puede volver a mostrar.',
    iHaveCopied: 'Ya la he copiado',
    deliveryStates: { waiting: 'En espera', delivered: 'Entregada', failed: 'Fallida' },
    redelivered: 'La devolución de llamada se envía de nuevo.',
    redeliver: 'Enviar de nuevo',
    devices: 'Dispositivos, primero el último usado',
    browser: 'Navegador',
    signedIn: 'Inicio de sesión',
    lastUsed: 'Último uso',
    thisDevice: 'Este',
    signOutDevice: (browser: string) => `Cerrar la sesión de ${browser}`,
    signOut: 'Cerrar sesión',
    keep: 'Conservar',
    change: (what: string) => `Cambiar: ${what}`,
    enterToRetry: 'Pulse Intro para intentarlo de nuevo.',
    dismiss: 'Ocultar',
    roles: { viewer: 'Lector', editor: 'Editor', admin: 'Administrador' },
    roleMeanings: {
      viewer: 'Un lector ve y escucha todos los trabajos de la cuenta y no cambia nada.',
      editor: 'Un editor ve y cambia todos los trabajos de la cuenta: transcribe, graba, corrige y elimina.',
      admin: 'Un administrador puede hacerlo todo en la cuenta y gestiona sus miembros y claves.',
    },
    goToJobs: 'Ir a los trabajos',
    needsScope: (scope: string) => `Hace falta una clave con el permiso ${scope}`,
    needsScopeHint:
      'Ha iniciado sesión con la clave «{name}», que no lo tiene. Un administrador de su cuenta puede crear una que sí.',
    needsScopeOfUserHint:
      'Ha iniciado sesión con una clave de «{name}», que no lo tiene. Un administrador de su cuenta puede crear una que sí.',
    needsRole: (roles: readonly string[]) => `Hace falta la función ${roles.join(' o ')}`,
    needsRoleHint: 'Su función en «{account}» es {role}: un administrador de la cuenta puede darle otra.',
    requestInLog: 'Solicitud {id}: el registro del servicio tiene más con este identificador.',
    tryAgain: 'Intentar de nuevo',
    statuses: { queued: 'En cola', processing: 'En proceso', done: 'Terminado', error: 'Fallida' },
    actions: 'Acciones',
  },

  /** Signing in. */
  signIn: {
    title: 'Iniciar sesión',
    operator: 'quien gestiona este servicio',
    welcome:
      'Scriptorium transcribe audio y guarda las transcripciones. Para tener acceso, pídaselo a {contact}.',
    withProvider: (provider: string) => `Iniciar sesión con ${provider}`,
    withPasskey: 'Iniciar sesión con una llave de acceso',
    haveKey: 'Tengo una clave',
    key: 'Clave del servicio',
    keyHint: 'La clave que llevan las solicitudes a la API. No se guarda en este navegador.',
    signIn: 'Iniciar sesión',
    signingIn: 'Iniciando sesión …',
    invalidKey: 'Esta clave no es válida. Puede que se haya revocado.',
    cookieRefused:
      'El navegador ha rechazado la cookie de la sesión. Abra la consola en la dirección de PUBLIC_URL.',
    problems: {
      refused: () => 'No se inició la sesión: el proveedor la rechazó o se canceló.',
      expired: () => 'No se inició la sesión: tardó demasiado o se empezó en otro sitio. Inténtelo de nuevo.',
      no_access: (contact: string) => `Aún no tiene acceso: pídaselo a ${contact} y vuelva a iniciar sesión.`,
      invitation: () => 'La invitación ya no es válida. Pida otra a quien la envió.',
      unavailable: () =>
        'El proveedor no responde. Inténtelo más tarde o inicie sesión con una llave de acceso o una clave.',
      failed: (contact: string) =>
        `No se inició la sesión: la respuesta del proveedor no es válida. Avise a ${contact}.`,
    },
  },

  /** Passkeys, as the browser answers. */
  passkeys: {
    NotAllowedError: 'No se usó ninguna llave de acceso: se canceló, tardó demasiado o aquí no hay ninguna.',
    AbortError: 'No se usó ninguna llave de acceso: comenzó otro intento.',
    InvalidStateError: 'Este dispositivo ya tiene una llave de acceso suya.',
    ConstraintError:
      'Este dispositivo no puede comprobar que es usted: configure antes un bloqueo de pantalla o un PIN.',
    NotSupportedError: 'Este dispositivo no puede crear una llave de acceso que el servicio acepte.',
    SecurityError:
      'Las llaves de acceso no funcionan en esta dirección: abra la consola por su nombre, con https.',
    unsupported: 'Este navegador no tiene llaves de acceso en esta dirección.',
    failed: 'La llave de acceso no funcionó: inténtelo de nuevo o use otra.',
  },

  /** Accepting an invitation. */
  join: {},

  /** Files on their way, on every screen. */
  uploads: {
    files: (count: number) => plural(count, '# archivo', '# archivos'),
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
