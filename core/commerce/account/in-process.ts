// Account service for in-process callers. Loads each part on first use.
import type { Context } from '../../storage/context.js'
import { type ShopRules, Visit } from '../visit.js'
import type { Accounts } from './define.js'

export function createAccounts(context: Context, rules: ShopRules): Accounts {
  const visit = (): Visit => new Visit(context, rules, {})
  return {
    register: async (input, pages) => (await import('./registration.js')).register(visit(), input, pages),
    confirmRegistration: async (token, input) => (await import('./registration.js')).confirmRegistration(visit(), token, input),
    login: async (input) => (await import('./service.js')).login(visit(), input),
    requestReset: async (email, link) => (await import('./service.js')).requestReset(visit(), email, link),
    sessionShopper: async (session) => (await import('./tokens.js')).sessionShopper(visit(), session),
    recognise: async (user) => (await import('./host-users.js')).recogniseUser(visit(), user),
  }
}
