// The interface of the checkout element for its steps.
import type { CheckoutChange, CheckoutReply, CheckoutStep, ProfileReply } from '#core/surface.js'
import type { Form } from './form.js'
import type { AccountAddress } from './shop-api.js'
import type { ShopElement } from './shop-element.js'
import type { SignInForms } from './sign-in.js'

export interface CheckoutHost extends ShopElement {
  /** The addresses of the account. */
  readonly addresses: readonly AccountAddress[]
  /** null for guests. */
  readonly profile: ProfileReply | null
  readonly form: Form
  readonly signIn: SignInForms
  /** The message that the total has changed since the shopper saw it. */
  readonly notice: string | null
  readonly steps: readonly CheckoutStep[]
  go(step: CheckoutStep): void
  /** Saves the change; false if it was refused, or if entries of the step are still missing. */
  saveChange(change: CheckoutChange, of?: CheckoutStep | null): Promise<boolean>
  submitAddress(event: Event): Promise<void>
  submitChoice(event: Event, step: CheckoutStep): Promise<void>
  submitOrder(event: Event): Promise<void>
  showCheckout(checkout: CheckoutReply, notice: string | null): void
  /** Opens the page of the order. */
  openOrder(order: string): void
}
