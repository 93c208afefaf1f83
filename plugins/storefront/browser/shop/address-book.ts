// The addresses of an account: list, add, edit, and remove.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { readAddressFields, renderAddressFields, listAddressLines } from './address-fields.js'
import { Form } from './form.js'
import type { AccountAddress } from './shop-api.js'
import type { ShopElement } from './shop-element.js'

export class AddressBook {
  addresses: readonly AccountAddress[] = []
  /** The id of the address being edited, `new` for a new one; null for none. */
  private open: number | 'new' | null = null
  private readonly form: Form

  constructor(private readonly host: ShopElement) {
    this.form = new Form(host, 'address')
  }

  block(): TemplateResult {
    const { texts } = this.host
    return html`
      <h2 id="addresses" tabindex="-1">${texts.addresses}</h2>
      ${this.addresses.length === 0 && this.open === null ? html`<p class="muted">${texts.noAddresses}</p>` : nothing}
      <ul class="cards">
        ${this.addresses.map((address) => (address.id === this.open ? nothing : this.card(address)))}
      </ul>
      ${
        this.open === null
          ? html`<button type="button" id="add-address" @click=${() => this.begin('new')}>${texts.addAddress}</button>`
          : this.editor(this.addresses.find(({ id }) => id === this.open) ?? null)
      }
    `
  }

  private card(address: AccountAddress): TemplateResult {
    const { texts, front } = this.host
    const lines = listAddressLines(address, front!)
    return html`
      <li class="card" id=${`address-${address.id}`}>
        <div>${lines.map((line) => html`<div><bdi>${line}</bdi></div>`)}</div>
        ${address.is_default_billing ? html`<p class="small">${texts.defaultBilling}</p>` : nothing}
        ${address.is_default_delivery ? html`<p class="small">${texts.defaultDelivery}</p>` : nothing}
        <div class="actions">
          <button type="button" class="plain" @click=${() => this.begin(address.id)}>${texts.change}<span class="hidden">: ${lines.join(', ')}</span></button>
          <button type="button" class="plain" @click=${() => void this.remove(address.id)}>${texts.remove}<span class="hidden">: ${lines.join(', ')}</span></button>
        </div>
      </li>
    `
  }

  private editor(address: AccountAddress | null): TemplateResult {
    const { host, form } = this
    const { texts } = host
    const flag = (name: 'is_default_billing' | 'is_default_delivery', label: string): TemplateResult =>
      form.checkbox({ name, label, value: address?.[name] ? 'yes' : '' })
    return html`
      <form class="card" novalidate @submit=${(event: Event) => void this.save(event, address)}>
        <h3 id="address-form" tabindex="-1">${address === null ? texts.addAddress : texts.change}</h3>
        ${form.summary()}
        <div class="fields">
          ${renderAddressFields(host, form, address, 'shipping')} ${flag('is_default_billing', texts.defaultBilling)}
          ${flag('is_default_delivery', texts.defaultDelivery)}
        </div>
        <div class="actions">
          <button class="primary">${texts.save}</button>
          <button type="button" @click=${() => this.close()}>${texts.cancel}</button>
        </div>
      </form>
    `
  }

  private begin(which: number | 'new'): void {
    this.open = which
    this.form.clear()
    this.host.focusOn('#address-form')
  }

  private close(): void {
    this.open = null
    this.form.clear()
    this.host.focusOn('#addresses')
  }

  private async save(event: Event, address: AccountAddress | null): Promise<void> {
    event.preventDefault()
    const { host, form } = this
    const flag = (name: 'is_default_billing' | 'is_default_delivery'): boolean =>
      form.value(name, address?.[name] ? 'yes' : '') === 'yes'
    const change = {
      ...readAddressFields(form, address, host.front!),
      is_default_billing: flag('is_default_billing'),
      is_default_delivery: flag('is_default_delivery'),
    }
    const hasSucceeded = await host.runAction(`store ${address?.id ?? ''} ${JSON.stringify(change)}`, async () => {
      await host.service.storeAddress(change, address?.id ?? null)
      this.addresses = await host.service.addresses()
    })
    if (hasSucceeded) {
      this.close()
      host.announce(host.texts.saved)
    } else if (form.showRefusals(host.failure)) host.failure = null
  }

  private async remove(id: number): Promise<void> {
    const { host } = this
    const hasSucceeded = await host.runAction(`delete ${id}`, async () => {
      await host.service.deleteAddress(id)
      this.addresses = this.addresses.filter((address) => address.id !== id)
    })
    if (!hasSucceeded) return
    host.announce(host.texts.addressRemoved)
    host.focusOn('#addresses')
  }
}
