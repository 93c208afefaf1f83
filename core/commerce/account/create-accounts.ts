// Account service for in-process callers. Loads each part on first use.
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Accounts } from './define.js'
import { startRegistration, confirmRegistration } from './registration.js'
import { login, requestResetMail } from './service.js'
import { findSessionShopper } from './tokens.js'
import { recogniseUser } from './host-users.js'

export function createAccounts(context: Context, rules: ShopRules): Accounts {
  const createShopperContext = (): ShopperContext => new ShopperContext(context, rules, {})
  return {
    register: async (input, pages) => startRegistration(createShopperContext(), input, pages),
    confirmRegistration: async (token, input) => confirmRegistration(createShopperContext(), token, input),
    login: async (input) => login(createShopperContext(), input),
    requestReset: async (email, link) => requestResetMail(createShopperContext(), email, link),
    sessionShopper: async (session) => findSessionShopper(createShopperContext(), session),
    recognise: async (user) => recogniseUser(createShopperContext(), user),
  }
}
