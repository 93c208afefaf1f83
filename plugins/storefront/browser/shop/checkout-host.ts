// The interface of the checkout element for its steps.
import type { ProfileReply } from '#core/commerce/account/define.js'
import type { CheckoutChange, CheckoutReply, Step } from '#core/commerce/checkout/define.js'
import type { Form } from './form.js'
import type { OwnAddress } from './shop-api.js'
import type { ShopElement } from './shop-element.js'
import type { SignIn } from './sign-in.js'

export interface CheckoutHost extends ShopElement {
  /** The addresses of the account. */
  readonly addresses: readonly OwnAddress[]
  /** null for guests. */
  readonly profile: ProfileReply | null
  readonly form: Form
  readonly signIn: SignIn
  /** The message that the total has changed since the shopper saw it. */
  readonly notice: string | null
  readonly steps: readonly Step[]
  go(step: Step): void
  /** Saves the change; false if it was refused, or if entries of the step are still missing. */
  tell(change: CheckoutChange, of?: Step | null): Promise<boolean>
  submitAddress(event: Event): Promise<void>
  submitChoice(event: Event, step: Step): Promise<void>
  submitOrder(event: Event): Promise<void>
  take(checkout: CheckoutReply, notice: string | null): void
  /** Opens the page of the order. */
  leave(order: string): void
}
