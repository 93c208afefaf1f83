// The last step of a checkout: a summary of all entries, the consent to the terms, and the order button.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { CheckoutReply, CheckoutStep } from '#core/surface.js'
import { listAddressLines } from './address-fields.js'
import type { CheckoutHost } from './choice-steps.js'
import { renderLegalTexts } from './choice-steps.js'
import { reviewItems } from './review-items.js'

function summaryCard(host: CheckoutHost, step: CheckoutStep, title: string, lines: readonly string[]): TemplateResult {
  const { texts } = host
  return html`
    <div class="card">
      <h3>${title}</h3>
      <div>${lines.map((line) => html`<div><bdi>${line}</bdi></div>`)}</div>
      <div class="actions">
        <button type="button" class="plain" @click=${() => host.go(step)}>${texts.change}<span class="hidden">: ${title}</span></button>
      </div>
    </div>
  `
}

function termsConsent(host: CheckoutHost, { asks_for_terms: needsTerms, terms_agreed }: CheckoutReply): unknown {
  const { texts, form } = host
  const refusal = form.refusals.get('terms_agreed')
  const text = renderLegalTexts(host)
  if (!needsTerms) return text
  const agree = (event: Event): void => {
    const isAgreed = (event.target as HTMLInputElement).checked
    form.refusals = new Map()
    const value = isAgreed ? 'yes' : ''
    form.set('terms_agreed', value)
    void host
      .saveChange({ terms_agreed: isAgreed })
      .then((hasSucceeded) => hasSucceeded && form.value('terms_agreed') === value && form.discard('terms_agreed'))
  }
  return html`
    ${text}
    <label class="check">
      <input
        id="checkout-terms_agreed"
        type="checkbox"
        aria-describedby="checkout-terms_agreed-refusal"
        aria-invalid=${refusal ? 'true' : 'false'}
        .checked=${live(form.value('terms_agreed', terms_agreed ? 'yes' : '') === 'yes')}
        @change=${agree}
      />
      <span>${texts.agree}</span>
    </label>
    <span class="refusal" id="checkout-terms_agreed-refusal">${refusal}</span>
  `
}

export function reviewStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { texts, form, front, notice, steps } = host
  const { billing, delivery, email, phone, vat_id, totals, currency } = checkout
  const way = checkout.shipping_methods.find(({ id }) => id === checkout.shipping_method_id)
  const means = checkout.payment_methods.find(({ id }) => id === checkout.payment_method_id)
  const contact = [email, phone, vat_id].filter(Boolean)
  const saveNote = (): void => {
    const note = form.value('note', checkout.note)
    if (note !== checkout.note) void host.saveChange({ note })
  }
  return html`
    <form novalidate @submit=${(event: Event) => void host.submitOrder(event)}>
      <h2 id="step" tabindex="-1">${texts.reviewStep}</h2>
      ${notice === null ? nothing : html`<div class="notice bad" id="changed" role="alert" tabindex="-1"><p>${notice}</p></div>`}
      ${form.summary()}
      <div class="cards">
        ${summaryCard(host, 'address', texts.billingAddress, [...(billing ? listAddressLines(billing, front!) : []), ...contact])}
        ${delivery === null ? nothing : summaryCard(host, 'address', texts.deliveryAddress, checkout.same_address ? [texts.likeBilling] : listAddressLines(delivery, front!))}
        ${steps.includes('delivery') ? summaryCard(host, 'delivery', texts.delivery, [way?.title ?? '']) : nothing}
        ${steps.includes('payment') ? summaryCard(host, 'payment', texts.payment, [means?.title ?? '']) : nothing}
      </div>
      <div class="fields" @focusout=${saveNote}>
        ${form.field({ name: 'note', label: texts.orderNote, value: checkout.note, isLong: true })}
      </div>
      ${termsConsent(host, checkout)}
      ${reviewItems(host, checkout)}
      <div class="actions ends">
        <button type="button" class="plain" @click=${() => host.go(steps.at(-2)!)}>${texts.back}</button>
        <button class="primary big" aria-disabled=${host.isBusy ? 'true' : 'false'}>
          ${totals ? texts.order({ total: host.createFormatter(currency).amount(totals.gross) }) : texts.orderPlain}
        </button>
      </div>
    </form>
  `
}
