// What the steps of a checkout ask of the element that they stand in.
import type { ProfileReply } from '#core/commerce/account/define.js'
import type { CheckoutChange, CheckoutReply, Step } from '#core/commerce/checkout/define.js'
import type { Form } from './form.js'
import type { OwnAddress } from './shop-api.js'
import type { ShopElement } from './shop-element.js'
import type { SignIn } from './sign-in.js'

export interface CheckoutHost extends ShopElement {
  /** The account's own. */
  readonly addresses: readonly OwnAddress[]
  /** null for guests. */
  readonly profile: ProfileReply | null
  readonly form: Form
  readonly signIn: SignIn
  /** That the total has changed since the shopper saw it. */
  readonly notice: string | null
  readonly steps: readonly Step[]
  go(step: Step): void
  /** False where it was refused, or something of the step is still missing. */
  tell(change: CheckoutChange, of?: Step | null): Promise<boolean>
  submitAddress(event: Event): Promise<void>
  submitChoice(event: Event, step: Step): Promise<void>
  submitOrder(event: Event): Promise<void>
  take(checkout: CheckoutReply, notice: string | null): void
  /** To the page of the order. */
  leave(order: string): void
}
