/** The columns of work that nobody works on. */
export const waiting = { owner: null, lease_until: null, progress: null } as const
