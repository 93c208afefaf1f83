// The checkout steps with a list of options: shipping method and payment method.
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { CheckoutChange, CheckoutReply, CheckoutStep, MethodPrice, ProfileReply } from '#core/surface.js'
import { renderRichText } from '../rich-text.js'
import type { Form } from './form.js'
import type { AccountAddress } from './shop-api.js'
import type { ShopElement } from './shop-element.js'
import type { SignInForms } from './sign-in.js'

/** The interface of the checkout element for its steps. */
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

interface MethodOption extends MethodPrice {
  readonly id: number
  readonly title: string
  readonly details: unknown
}

interface MethodList {
  readonly step: CheckoutStep & ('delivery' | 'payment')
  readonly field: 'payment_method_id' | 'shipping_method_id'
  readonly offers: readonly MethodOption[]
  readonly chosen: number | null
  /** Shows "free" for an option without costs. */
  readonly showsFree: boolean
}

function methodPrice(host: CheckoutHost, { b2b, currency }: CheckoutReply, { net, gross }: MethodOption, displaysFree: boolean) {
  if (gross === null || net === null) return nothing
  if (gross === 0) return displaysFree ? html`<span class="costs">${host.texts.free}</span>` : nothing
  return html`<span class="costs">${host.createFormatter(currency).amount(b2b ? net : gross)}</span>`
}

function choiceStep(host: CheckoutHost, checkout: CheckoutReply, choice: MethodList): TemplateResult {
  const { texts, form } = host
  const { step, field, offers, chosen, showsFree } = choice
  const refusal = form.refusals.get(field)
  const problem = checkout.missing.find((candidate) => candidate.field === field)
  const choose = (id: number): void => {
    form.refusals = new Map()
    form.set(field, String(id))
    void host
      .saveChange({ [field]: id } satisfies CheckoutChange)
      .then((hasSucceeded) => hasSucceeded && form.value(field) === String(id) && form.discard(field))
  }
  const option = (offer: MethodOption): TemplateResult => html`
    <label class="option">
      <input
        type="radio"
        name=${field}
        aria-describedby=${`${form.name}-${field}-refusal`}
        .checked=${live(String(offer.id) === form.value(field, String(chosen ?? '')))}
        @change=${() => choose(offer.id)}
      />
      <span class="option-text"><b>${offer.title}</b> ${offer.details}</span>
      ${methodPrice(host, checkout, offer, showsFree)}
    </label>
  `
  return html`
    <form novalidate @submit=${(event: Event) => void host.submitChoice(event, step)}>
      <h2 id="step" tabindex="-1">${texts[`${step}Step`]}</h2>
      ${form.summary()}
      <fieldset id=${`${form.name}-${field}`} tabindex="-1">
        <legend class="hidden">${texts[`${step}Step`]}</legend>
        ${offers.length === 0 ? html`<p class="notice bad">${problem?.message}</p>` : offers.map(option)}
        <span class="refusal" id=${`${form.name}-${field}-refusal`}>${offers.length === 0 ? nothing : refusal}</span>
      </fieldset>
      <div class="actions ends">
        <button type="button" class="plain" @click=${() => host.go(host.steps[host.steps.indexOf(step) - 1]!)}>${texts.back}</button>
        <button class="primary" aria-disabled=${host.isBusy ? 'true' : 'false'}>${texts.goOnTo}</button>
      </div>
    </form>
  `
}

export function deliveryStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  return choiceStep(host, checkout, {
    step: 'delivery',
    field: 'shipping_method_id',
    chosen: checkout.shipping_method_id,
    showsFree: true,
    offers: checkout.shipping_methods.map(({ shipper, dates, ...offer }) => ({
      ...offer,
      details: html`<span class="small">${[shipper, dates?.text].filter(Boolean).join(', ')}</span>`,
    })),
  })
}

export function paymentStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  return choiceStep(host, checkout, {
    step: 'payment',
    field: 'payment_method_id',
    chosen: checkout.payment_method_id,
    showsFree: false,
    offers: checkout.payment_methods.map(({ description, ...offer }) => ({
      ...offer,
      details: html`<span class="small">${renderRichText(description)}</span>`,
    })),
  })
}

/** The legal texts next to the order button: links to the legal pages, or the terms of the store if there are no pages. */
export const renderLegalTexts = ({ texts, front }: ShopElement): unknown =>
  front?.legal_pages[0]
    ? html`<p class="legal">${front.legal_pages.map(({ title, url }) => html`<a href=${url} target="_blank">${title}</a> `)}</p>`
    : front?.terms &&
      html`<details><summary>${texts.terms}</summary><div class="terms">${renderRichText(front.terms)}</div></details>`
