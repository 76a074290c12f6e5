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
    cancel: 'Cancelar',
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
    needsRole: (roles: readonly string[]) => `Hace falta la función ${roles.join(' o ').toLowerCase()}`,
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
  join: {
    join: 'Unirse',
    openAgain: 'Abra el enlace de nuevo',
    openAgainHint: 'Abra de nuevo el enlace de su invitación: esta página no lo guarda.',
    goToConsole: 'Ir a la consola',
    notLoaded: 'No se pudo cargar la invitación',
    gone: 'Esta invitación no es válida',
    goneHint: 'Se usó, se retiró o caducó: pida otra a quien la envió.',
    title: (account: string, role: string) => `Unirse a «${account}» como ${role.toLowerCase()}`,
    offer: '{name} le invita. {meaning} La invitación es válida hasta el {time}.',
    name: 'Su nombre',
    nameHint: 'El nombre que ven los demás de la cuenta.',
    joining: 'Un momento …',
    joinAs: (user: string) => `Unirse como ${user}`,
    joinAsOther: 'Unirse como otra persona',
    joinWith: (provider: string) => `Unirse con ${provider}`,
    afterProvider: (provider: string) =>
      `Si al cerrar la sesión llega a ${provider}, abra después el enlace de la invitación otra vez.`,
    addPasskeyHint:
      'Ya está dentro. Añada una llave de acceso para poder volver a iniciar sesión: sin ella, solo otra invitación le dará acceso.',
    notNow: 'Ahora no',
    goOn: 'Continuar',
  },

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
  deliveries: {
    onThisPage: (count: number) => plural(count, '# entrega en esta página', '# entregas en esta página'),
    ofJob: 'De {job}',
    job: (id: string) => `Trabajo ${id}`,
    showOfAll: 'Mostrar las de todos los trabajos',
    notLoaded: 'No se pudieron cargar las entregas',
    state: 'Estado',
    all: 'Todas',
    noMatch: 'Ninguna entrega coincide',
    showAll: 'Mostrar todas las entregas',
    none: 'Aún no hay entregas',
    noneHint:
      'Un trabajo pedido con una URL de devolución de llamada avisa allí cuando termina. Cada aviso figura aquí, con sus intentos.',
    callback: 'Devolución de llamada',
    lastAnswer: 'Última respuesta',
    nextAttempt: 'Próximo intento',
    caption: 'Entregas de devoluciones de llamada, primero las más recientes',
    noAttempt: 'Aún sin intentos',
    attempts: (count: number) => plural(count, '# intento', '# intentos'),
    failedTooOften: (origin: string) => `${origin} ha fallado demasiadas veces`,
    pausedUntil: (time: string) => `En pausa hasta el ${time}`,
    pages: 'Páginas',
    newest: 'Las más recientes',
    older: 'Anteriores',
  },

  /** Members and invitations. */
  members: {
    invite: 'Invitar a alguien',
    invitationCreated: 'Se creó la invitación de {name}',
    somebody: 'alguien',
    link: 'Enlace',
    linkHint: 'Envíe usted mismo este enlace a la persona. Quien lo acepte primero será miembro.',
    notLoaded: 'No se pudieron cargar los miembros',
    none: 'Aún no hay miembros',
    noneHint: 'Hasta ahora solo las claves usan esta cuenta. Invite a la primera persona.',
    invitations: 'Invitaciones',
    invitationsNotLoaded: 'No se pudieron cargar las invitaciones',
    invitationsCaption: 'Invitaciones, primero las más antiguas',
    for: 'Para',
    by: 'De',
    validUntil: 'Válida hasta',
    until: 'Hasta {time}',
    withdrawn: 'Se retiró la invitación.',
    withdraw: 'Retirar',
    withdrawOf: (name: string) => `Retirar la invitación de ${name}`,
    inDays: { 1: 'En un día', 7: 'En una semana', 28: 'En cuatro semanas' },
    email: 'Correo (opcional)',
    emailHint: 'Para reconocer la invitación. No se envía nada allí.',
    linkExpires: 'El enlace caduca',
    createLink: 'Crear el enlace',
    thisAddress: 'Esta dirección: ',
    name: 'Nombre',
    role: 'Función',
    lastSeen: 'Visto por última vez',
    seen: 'Visto: {time}',
    caption: 'Miembros, por nombre',
    lastAdmin: 'El último administrador sigue siéndolo',
    fromGroup: (role: string) => `Al menos ${role.toLowerCase()}, por un grupo`,
    you: '(usted)',
    roleOf: (name: string) => `Función de ${name}`,
    devices: 'Dispositivos',
    devicesOf: (name: string) => `Dispositivos de ${name}`,
    devicesNotLoaded: 'No se pudieron cargar los dispositivos',
    whereSignedIn: (name: string) => `Dónde tiene ${name} la sesión iniciada`,
    nowhere: 'En ninguna parte.',
    remove: 'Quitar',
    removeMember: (name: string) => `Quitar a ${name}`,
    removeTitle: (name: string) => `¿Quitar a ${name}?`,
    removed: (name: string) => `${name} ya no es miembro.`,
    removeHint:
      'La pertenencia termina al instante, y con ella las claves, los dispositivos y los enlaces compartidos de «{name}» en esta cuenta. Los trabajos y las correcciones quedan. Quien no es miembro de otra cuenta se elimina como usuario.',
    removeGroupHint:
      'Una función viene de un grupo: termínela antes en el proveedor de identidad, o volverá con el próximo inicio de sesión.',
    change: 'Cambiar',
    roleTitle: (name: string, role: string) => `¿Cambiar la función de ${name} a ${role.toLowerCase()}?`,
    roleChanged: (name: string, role: string) => `La función de ${name} es ahora ${role.toLowerCase()}.`,
    roleHint: 'Tiene efecto al instante, también para las claves de «{name}».',
  },

  /** Keys, and the secret that signs callbacks. */
  keys: {
    createKey: 'Crear una clave',
    notLoaded: 'No se pudieron cargar las claves',
    caption: 'Claves, primero las más antiguas',
    name: 'Nombre',
    nameHint: 'Para reconocerla, por ejemplo el programa que la usa.',
    theName: 'El nombre: ',
    owner: 'De quién',
    ofAccount: 'La cuenta',
    somebody: 'Alguien',
    of: 'De {owner}',
    scopes: 'Permisos',
    scopeTexts: {
      read: 'Leer trabajos, transcripciones, audio, entregas y uso',
      write: 'Subir, crear, cambiar y eliminar',
      live: 'Abrir sesiones en directo',
      admin: 'Administrar la cuenta, y todo lo anterior',
    },
    created: 'Creación',
    expires: 'Caduca',
    expiresAt: 'Caduca: {time}',
    inDays: (days: number) => plural(days, 'En # día', 'En # días'),
    inAYear: 'En un año',
    create: 'Crear',
    thisSession: 'Esta sesión',
    revoke: 'Revocar',
    revokeKey: (name: string) => `Revocar ${name}`,
    revoked: (name: string) => `Se revocó la clave «${name}».`,
    revokeTitle: '¿Revocar esta clave?',
    revokeHint:
      'Los programas que usan «{name}» se rechazan al instante, y se cierra la sesión de quien entró con ella. No se puede deshacer.',
    key: 'Clave',
    wasCreated: 'Se creó la clave «{name}»',
    copyNow: 'Cópiela ahora.',
    callbackSecret: 'Secreto de las devoluciones de llamada',
    callbackSecretHint:
      'Cada devolución de llamada de la cuenta se firma con él, como describe Standard Webhooks, para que los receptores sepan que viene de este servicio.',
    secretNotLoaded: 'No se pudo cargar el secreto',
    secret: 'Secreto',
    previousSecret: 'Secreto anterior',
    bothSecretsHint:
      'Durante las 24 horas siguientes al cambio, las devoluciones de llamada se firman con ambos. Dé el nuevo secreto a los receptores en ese plazo.',
    showSecret: 'Mostrar el secreto',
    hideSecret: 'Ocultar el secreto',
    rotateSecret: 'Cambiar el secreto',
    newSecret: 'Hay un secreto nuevo.',
    rotate: 'Cambiar',
    rotateTitle: '¿Cambiar el secreto de las devoluciones de llamada?',
    rotateHint:
      'Se crea un secreto nuevo. Durante 24 horas, las devoluciones de llamada llevan una firma de cada uno y todos los receptores las siguen aceptando. Después, solo quienes tengan el nuevo. Si se cambia otra vez en ese plazo, el más antiguo deja de valer al instante.',
  },

  /** The state of the service. */
  system: {},

  /** The user's own account. */
  me: {
    uploadsFirst: 'Espere a que terminen sus subidas o cancélelas.',
    recordingFirst: 'Detenga antes su grabación.',
    account: 'Cuenta',
    accounts: 'Cuentas',
    notLoaded: 'No se pudieron cargar sus datos',
    name: 'Nombre',
    email: 'Correo',
    signsInAt: 'Inicia sesión en',
    inUse: 'En uso: {account}',
    devices: 'Dispositivos',
    deviceSignedOut: 'Se cerró la sesión del dispositivo.',
    othersSignedOut: 'Se cerró la sesión de los demás dispositivos.',
    signOutOthers: 'Cerrar la sesión de todos los demás',
    myKeys: 'Mis claves para «{account}»',
    myKeysHint:
      'Para sus propios programas. Una clave nunca puede más que usted y termina con su pertenencia.',
    keysNotLoaded: 'No se pudieron cargar sus claves',
    passkeys: 'Llaves de acceso',
    passkeysCaption: 'Llaves de acceso, primero las más antiguas',
    passkeyAdded: 'Se añadió la llave de acceso.',
    passkeyRemoved: 'Se quitó la llave de acceso.',
    noPasskey: 'No tiene ninguna: cuando cierre la sesión, solo otra invitación le dará acceso.',
    noPasskeyButProvider:
      'No tiene ninguna. Con una puede iniciar sesión mientras el proveedor de identidad no responde.',
    added: 'Añadida',
    nameOf: (name: string) => `nombre de ${name}`,
    remove: 'Quitar',
    removePasskey: (name: string) => `Quitar ${name}`,
    removePasskeyTitle: '¿Quitar esta llave de acceso?',
    removePasskeyHint: 'Nadie iniciará sesión con «{name}»; quien ya la tiene iniciada la conserva.',
    removeOnlyPasskeyHint: 'Es la única: cuando cierre la sesión, solo otra invitación le dará acceso.',
    addPasskey: 'Añadir una llave de acceso',
    passkeysUnsupported:
      'Este navegador no tiene llaves de acceso en esta dirección: abra la consola por un nombre, con https, para añadir una.',
  },
})
