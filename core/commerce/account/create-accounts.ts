// Account service for in-process callers. Loads each part on first use.
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Accounts } from './define.js'

export function createAccounts(context: Context, rules: ShopRules): Accounts {
  const createShopperContext = (): ShopperContext => new ShopperContext(context, rules, {})
  return {
    register: async (input, pages) => (await import('./registration.js')).startRegistration(createShopperContext(), input, pages),
    confirmRegistration: async (token, input) =>
      (await import('./registration.js')).confirmRegistration(createShopperContext(), token, input),
    login: async (input) => (await import('./service.js')).login(createShopperContext(), input),
    requestReset: async (email, link) => (await import('./service.js')).requestResetMail(createShopperContext(), email, link),
    sessionShopper: async (session) => (await import('./tokens.js')).findSessionShopper(createShopperContext(), session),
    recognise: async (user) => (await import('./host-users.js')).recogniseUser(createShopperContext(), user),
  }
}
