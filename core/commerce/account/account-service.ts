// Account service for in-process callers. Loads each part on first use.
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
    const { startRegistration } = await import('./registration.js')
    return startRegistration(this.createShopperContext(), input, pages)
  }

  async confirmRegistration(token: string, input: Confirmation): Promise<SessionReply> {
    const { confirmRegistration } = await import('./registration.js')
    return confirmRegistration(this.createShopperContext(), token, input)
  }

  async login(input: Login): Promise<SessionReply> {
    const { login } = await import('./service.js')
    return login(this.createShopperContext(), input)
  }

  async requestReset(email: string, link: (token: string) => string): Promise<void> {
    const { requestResetMail } = await import('./service.js')
    return requestResetMail(this.createShopperContext(), email, link)
  }

  async sessionShopper(session: string): Promise<Shopper | null> {
    const { findSessionShopper } = await import('./tokens.js')
    return findSessionShopper(this.createShopperContext(), session)
  }

  async recognise(user: HostUser): Promise<Shopper> {
    const { recogniseUser } = await import('./host-users.js')
    return recogniseUser(this.createShopperContext(), user)
  }

  private createShopperContext(): ShopperContext {
    return new ShopperContext(this.context, this.rules, {})
  }
}
