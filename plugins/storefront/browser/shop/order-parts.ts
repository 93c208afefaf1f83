// Parts of the order page: the steps, the shipments with their tracking, the documents, and the contact.
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { DocumentReply } from '#core/contract.js'
import type { OrderProgress, ShipmentReply } from '#core/surface.js'
import type { OrderTexts, ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { downloadLink } from './document-block.js'
import type { ShopElement } from './shop-element.js'

export interface OrderDisplay {
  readonly host: ShopElement
  readonly order: DocumentReply
  readonly progress: OrderProgress
  readonly texts: OrderTexts
  readonly words: TextFormatter<ShopTexts>
}

/** The steps in their order. The first open step is the current one. */
export function stepList({ progress, texts, words }: OrderDisplay): TemplateResult {
  const current = progress.steps.findIndex(({ done }) => !done)
  return html`
    <ol class="steps" aria-label=${texts.progress}>
      ${progress.steps.map(
        ({ step, done, at }, index) => html`
          <li class=${`${done ? 'done' : 'open'} ${step}`} part=${`step ${done ? 'done' : 'open'}`} aria-current=${index === current ? 'step' : nothing}>
            <span class="mark" aria-hidden="true">${step === 'cancelled' ? '×' : done ? '✓' : words.number(index + 1)}</span>
            <span class="step-text">
              <b>${step === 'shipped' && progress.fulfilment_state === 'partly_shipped' ? texts.fulfilmentBadge({ state: 'partly_shipped' }) : texts.step({ step })}</b>
              <span class="hidden">${done ? texts.stepDone : texts.stepOpen}</span>
              ${at === null ? nothing : html`<time class="small" datetime=${at}>${words.date(at)}</time>`}
            </span>
          </li>
        `,
      )}
    </ol>
  `
}

function shipmentCard(shipment: ShipmentReply, { order, texts, words }: OrderDisplay): TemplateResult {
  const { number, carrier, tracking_code, tracking_url, shipped, delivered, lines } = shipment
  const titles = new Map(order.lines.map(({ id, title }) => [id, title]))
  return html`
    <li class="card">
      <h3>${texts.shipmentNumber({ number })}</h3>
      <p class="small">
        ${[
          carrier,
          shipped === null ? '' : texts.shippedOn({ date: words.date(shipped) }),
          delivered === null ? '' : texts.deliveredOn({ date: words.date(delivered) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul class="plain-list">
        ${lines.map(({ order_line_id, quantity }) => html`<li>${words.number(quantity)} × ${titles.get(order_line_id)}</li>`)}
      </ul>
      ${tracking_code === '' ? nothing : html`<p>${texts.trackingNumber({ code: tracking_code })}</p>`}
      ${
        tracking_url === ''
          ? nothing
          : html`<div class="actions">
              <a class="button" href=${tracking_url} target="_blank" rel="noopener noreferrer">${texts.trackParcel}<span class="hidden">: ${number}</span></a>
            </div>`
      }
    </li>
  `
}

export function shipmentList(display: OrderDisplay): TemplateResult | typeof nothing {
  const { progress, texts } = display
  if (progress.shipments.length === 0) return nothing
  return html`
    <section class="section" aria-labelledby="shipments">
      <h2 id="shipments">${texts.shipments}</h2>
      <ul class="cards">${progress.shipments.map((shipment) => shipmentCard(shipment, display))}</ul>
      ${progress.fulfilment_state === 'partly_shipped' ? html`<p class="muted">${texts.moreShipments}</p>` : nothing}
    </section>
  `
}

/** Links to the printed documents. Nothing if the service prints none. */
export function documentLinks({ host, order, progress, texts }: OrderDisplay): TemplateResult {
  const path = `/orders/${order.token}`
  const { number_text: number } = order
  return html`
    ${downloadLink(host, `${path}/print`, texts.confirmation, `${texts.confirmation}-${number}.pdf`)}
    ${progress.invoice === null ? nothing : downloadLink(host, `${path}/invoice`, texts.invoice, `${texts.invoice}-${number}.pdf`)}
    ${progress.credit_notes.map((note) => {
      const title = texts.creditNote({ number: note.number })
      return downloadLink(host, `${path}/credit-notes/${note.id}`, title, `${title}.pdf`)
    })}
  `
}

/** How to reach the shop. Nothing if it has neither an e-mail address nor a phone number. */
export function helpBlock({ order, texts }: OrderDisplay): TemplateResult | typeof nothing {
  const { shop, number_text: number } = order
  const email = shop.email_support || shop.email_sales
  if (email === '' && shop.phone === '') return nothing
  const subject = encodeURIComponent(texts.orderNumber({ number }))
  return html`
    <section class="section" aria-labelledby="help">
      <h2 id="help">${texts.help}</h2>
      <p class="muted">${texts.helpHint({ number })}</p>
      <div class="actions">
        ${email === '' ? nothing : html`<a class="button" href=${`mailto:${email}?subject=${subject}`}>${texts.writeUs({ email })}</a>`}
        ${shop.phone === '' ? nothing : html`<a class="button" href=${`tel:${shop.phone.replace(/[^\d+]/g, '')}`}>${texts.callUs({ phone: shop.phone })}</a>`}
      </div>
    </section>
  `
}

interface OrderStates {
  readonly status: string
  readonly payment_state: string
  readonly fulfilment_state: string
}

/** States that need no action. */
const settledStates: ReadonlySet<string> = new Set(['paid', 'shipped', 'delivered'])

/** The payment and fulfilment state of an order as badges, on the order page and in the account's list of orders. */
export function orderBadges({ status, payment_state, fulfilment_state }: OrderStates, texts: OrderTexts): TemplateResult {
  const badges = [
    [status, status === 'cancelled' ? texts.cancelledBadge : ''],
    [payment_state, texts.paymentBadge({ state: payment_state })],
    [fulfilment_state, texts.fulfilmentBadge({ state: fulfilment_state })],
  ] as const
  return html`<span class="badges"
    >${badges.map(([state, text]) => (text === '' ? nothing : html`<span class=${settledStates.has(state) ? 'badge good' : 'badge'}>${text}</span> `))}</span
  >`
}
