// Account service for in-process callers.
import { recogniseUser } from './host-users.js'
import { confirmRegistration, startRegistration } from './registration.js'
import { login, requestResetMail } from './service.js'
import { findSessionShopper } from './tokens.js'
import { contextToken, shopRulesToken } from '../../boot/tokens.js'
import { inject, injectable } from '../../foundation/injection.js'
import type { Shopper } from '../../shop/shopper.js'
import type { Context } from '../../storage/context.js'
import { type ShopRules, ShopperContext } from '../shopper-context.js'
import type { Accounts, Confirmation, HostUser, Login, Registration, RegistrationPages, SessionReply } from './define.js'

@injectable()
export class AccountService implements Accounts {
  constructor(
    @inject(contextToken) private readonly context: Context,
    @inject(shopRulesToken) private readonly rules: ShopRules,
  ) {}

  async register(input: Registration, pages: RegistrationPages): Promise<void> {
    return startRegistration(this.createShopperContext(), input, pages)
  }

  async confirmRegistration(token: string, input: Confirmation): Promise<SessionReply> {
    return confirmRegistration(this.createShopperContext(), token, input)
  }

  async login(input: Login): Promise<SessionReply> {
    return login(this.createShopperContext(), input)
  }

  async requestReset(email: string, link: (token: string) => string): Promise<void> {
    return requestResetMail(this.createShopperContext(), email, link)
  }

  async sessionShopper(session: string): Promise<Shopper | null> {
    return findSessionShopper(this.createShopperContext(), session)
  }

  async recognise(user: HostUser): Promise<Shopper> {
    return recogniseUser(this.createShopperContext(), user)
  }

  private createShopperContext(): ShopperContext {
    return new ShopperContext(this.context, this.rules, {})
  }
}
