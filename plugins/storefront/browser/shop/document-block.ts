// An order or quote as issued: its lines with selections, totals, addresses, and the shop.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AddressReply, DocumentLineReply, DocumentReply } from '#core/contract.js'
import type { DocumentOption } from '#core/surface.js'
import type { ShopTexts } from '../../text/shop-types.js'
import type { TextFormatter } from '../../text-formatter.js'
import { loadSessionToken } from '../shopper-storage.js'
import type { ShopElement } from './shop-element.js'
import { totalsBlock } from './totals.js'

type ShopTextFormatter = TextFormatter<ShopTexts>

interface DocumentDisplay {
  readonly host: ShopElement
  /** Path below the API: `/orders/…`. */
  readonly path: string
  readonly document: DocumentReply
  /** False while a quote has no prices yet. */
  readonly showsPrices: boolean
  /** False if the page shows how to reach the shop elsewhere. */
  readonly showsShopContact: boolean
}

async function fetchFile(host: ShopElement, path: string, name: string): Promise<void> {
  await host.runAction(`download ${path}`, async () => {
    const address = URL.createObjectURL(await host.service.file(path))
    const link = document.createElement('a')
    link.href = address
    link.download = name
    link.click()
    // The browser has started to read the file by then.
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  })
}

/**
 * A download link.
 * @param path below the API, `/orders/…/print`
 * @param look the class of the link
 */
function fileLink(host: ShopElement, path: string, label: string, name: string, look = ''): TemplateResult {
  const isOwn = host.shopper !== '' || loadSessionToken() !== null
  const click = (event: Event): void => {
    if (!isOwn) return
    event.preventDefault()
    void fetchFile(host, path, name)
  }
  return html`<a class=${look} href=${host.service.address(path)} download=${name} @click=${click}>${label}</a>`
}

/** A link to a printed document. Nothing if the service prints none. */
export function downloadLink(host: ShopElement, path: string, label: string, name: string): TemplateResult | typeof nothing {
  return host.hasAttribute('no-documents') ? nothing : fileLink(host, path, `${label} (PDF)`, name, 'button')
}

/** The selected value; a file is a download link. */
function renderOption({ host, path }: DocumentDisplay, { text, file }: DocumentOption): TemplateResult | string {
  return file === null ? text : fileLink(host, `${path}/files/${file}`, text, text)
}

function documentLine(line: DocumentLineReply, display: DocumentDisplay, words: ShopTextFormatter): TemplateResult {
  const { title, sku, image, product_id: product, quantity, options, note, net_before_discount, gross, recurring } = line
  const { b2b } = display.document
  const { texts } = words
  const singlePrice = b2b ? net_before_discount : gross
  const again = b2b ? recurring.net_before_discount : recurring.gross
  return html`
    <li class=${image === null ? 'position plain-picture' : 'position'}>
      ${image === null ? nothing : html`<img class="picture" alt="" src=${display.host.service.picture(product ?? 0, image)} />`}
      <div class="what">
        <h3>${quantity === 1 ? nothing : html`${words.number(quantity)} × `}${title}</h3>
        ${sku === '' ? nothing : html`<p class="small">${sku}</p>`}
        <dl class="options">${options.map((option) => html`<dt>${option.question}</dt><dd>${renderOption(display, option)}</dd>`)}</dl>
        ${note === '' ? nothing : html`<p class="small">${texts.note}: ${note}</p>`}
      </div>
      ${
        display.showsPrices
          ? html`<p class="line-price">
              ${singlePrice === 0 ? nothing : html`<span>${words.amount(singlePrice)}</span>`}
              ${again === 0 ? nothing : html`<span class="small">${recurring.interval || texts.recurring}: ${words.amount(again)}</span>`}
            </p>`
          : nothing
      }
    </li>
  `
}

function addressCard(title: string, address: AddressReply | null): TemplateResult | typeof nothing {
  if (address === null) return nothing
  const { company, first_name, last_name, line1, line2, zip, city, county, state, country } = address
  const lines = [company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, county, state, country]
  return html`
    <div class="card">
      <h3>${title}</h3>
      ${lines.filter((addressLine) => addressLine.trim() !== '').map((addressLine) => html`<div><bdi>${addressLine}</bdi></div>`)}
    </div>
  `
}

function documentTotals(document: DocumentReply, words: ShopTextFormatter): TemplateResult {
  const { b2b, delivery, payment, lines, discount, rates, recurring, net, tax, gross } = document
  const add = (pick: (one: DocumentLineReply) => number): number => lines.reduce((sum, line) => sum + pick(line), 0)
  const goods = { net: add((line) => line.net), tax: add((line) => line.tax), gross: add((line) => line.gross) }
  const charges = [
    ...(delivery ? [{ title: delivery.title, price: delivery, isNamedWhenFree: true }] : []),
    ...(payment ? [{ title: payment.title, price: payment, isNamedWhenFree: false }] : []),
  ]
  const rows = (again: boolean) => rates.filter((rate) => rate.recurring === again)
  const total = { net, tax, gross }
  return totalsBlock(
    { b2b, goods, discount, charges, total, rates: rows(false), recurring: { ...recurring, rates: rows(true) } },
    words,
  )
}

/** Documents keep the language in which they were written. In another one, the page offers a link to itself in that language. */
function languageNote({ language, texts, front }: ShopElement, tag: string): TemplateResult | typeof nothing {
  if (tag === language || front?.shop.languages.includes(tag) !== true) return nothing
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(tag.split('-')[0]!) ?? tag
  // The header and the footer link to the page in the other languages. Other hosts have links of their own.
  const link = document.querySelector<HTMLAnchorElement>(`a[hreflang="${CSS.escape(tag)}"]`)
  return html`<p class="muted">
    ${texts.documentLanguage({ language: name })}
    ${link === null ? nothing : html`<a href=${link.href}>${texts.showInLanguage({ language: name })}</a>`}
  </p>`
}

export function documentBlock(display: DocumentDisplay): TemplateResult {
  const { host, document, showsPrices } = display
  const { texts } = host
  const words = host.createFormatter(document.currency)
  const { lines, billing, delivery_address, delivery, payment, note, email, phone, shop } = document
  const days = delivery?.total_days
  const expected = delivery?.dates?.text ?? (days ? texts.days({ days }) : null)
  const ways = [delivery?.title, expected].filter(Boolean).join(', ')
  const contact = display.showsShopContact ? [shop.email_sales, shop.phone].filter((contactText) => contactText !== '') : []
  return html`
    <div class="columns">
      <section aria-labelledby="lines">
        <h2 id="lines">${texts.ordered}</h2>
        ${languageNote(host, document.language)}
        <ul class="positions" lang=${document.language}>${lines.map((line) => documentLine(line, display, words))}</ul>
        ${note === '' ? nothing : html`<div class="notice"><p>${texts.orderNote}: ${note}</p></div>`}
      </section>
      <aside class="side" aria-label=${texts.summary}>
        ${showsPrices ? html`<div class="card"><h2>${texts.summary}</h2>${documentTotals(document, words)}</div>` : nothing}
        ${addressCard(texts.billingAddress, billing)} ${addressCard(texts.deliveryAddress, delivery_address)}
        <div class="card">
          ${ways === '' ? nothing : html`<h3>${texts.delivery}</h3><p>${ways}</p>`}
          ${payment ? html`<h3>${texts.payment}</h3><p>${payment.title}</p>` : nothing}
          <h3>${texts.contact}</h3>
          <p>${[email, phone].filter((contactText) => contactText !== '').join(', ')}</p>
          ${contact.length === 0 ? nothing : html`<p class="small">${texts.questions({ contact: contact.join(', ') })}</p>`}
        </div>
      </aside>
    </div>
  `
}
