// Creates links to admin accounts below the public base URL.
import { type App, createMessage, NotFoundError } from '#core/contract.js'
import type { AdminLink } from '#core/surface.js'

export interface AdminAccountLink {
  readonly id: number
  readonly link: string
  /** ISO 8601. */
  readonly expires: string
}

/** Throws NOT_FOUND if the host manages the admin accounts. */
export function requireOwnAccounts({ host }: App): void {
  if (host.adapters.adminGate.keepsAccounts === true) return
  throw new NotFoundError(createMessage('commands.hostKeepsAccounts', { name: host.name }))
}

export function createAccountLink({ config }: App, { id, secret, expires }: AdminLink): AdminAccountLink {
  const { baseUrl, listenHost, listenPort } = config
  return { id, link: `${baseUrl ?? `http://${listenHost}:${listenPort}`}/svc-admin/invitation?secret=${secret}`, expires }
}

export const formatAccountLink = (headline: string, { link, expires }: AdminAccountLink): string =>
  `${headline}. The link can be used once, until ${expires}, and is not shown again.\n${link}`
