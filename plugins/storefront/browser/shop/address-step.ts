// The first step of a checkout: contact data, billing address and shipping address.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CheckoutChange, CheckoutReply } from '#core/surface.js'
import { readAddressFields, renderAddressFields, listAddressLines } from './address-fields.js'
import type { AddressValues } from './shop-api.js'
import type { CheckoutHost } from './choice-steps.js'

type AddressRole = 'billing' | 'delivery'

const sameAddressField = 'same_address'

const hasSameAddress = ({ form }: CheckoutHost, { same_address }: CheckoutReply): boolean =>
  form.value(sameAddressField, same_address ? 'yes' : '') === 'yes'

/** The shipping address, if it differs from the billing address. */
const getDeliveryAddress = ({ delivery, same_address }: CheckoutReply): CheckoutReply['delivery'] =>
  same_address ? null : delivery

type ContactField = 'email' | 'phone' | 'vat_id'

/** The contact data of the checkout, or else of the signed-in shopper's account. */
const getContactValue = ({ profile }: CheckoutHost, checkout: CheckoutReply, name: ContactField): string =>
  checkout[name] || (profile?.[name] ?? '')

/** The billing address of the checkout, or else of the account. An address without a name gets the account's name. */
function getBillingAddress({ addresses, profile }: CheckoutHost, { billing }: CheckoutReply): AddressValues | null {
  const address =
    billing ?? addresses.find((candidate) => candidate.is_default_billing) ?? addresses[0] ?? (profile && emptyAddress)
  return address && fillMissingName({ profile }, address)
}

function fillMissingName<T extends AddressValues>({ profile }: Pick<CheckoutHost, 'profile'>, address: T): T {
  const isNameless = address.first_name === '' && address.last_name === '' && address.company === ''
  if (!isNameless || profile === null) return address
  const { first_name, last_name, company } = profile
  return { ...address, first_name, last_name, company }
}

const emptyAddress: AddressValues = {
  first_name: '',
  last_name: '',
  company: '',
  line1: '',
  line2: '',
  zip: '',
  city: '',
  country_id: null,
  state_id: null,
}

/** The entered data of this step. */
export function readAddressStep(host: CheckoutHost, checkout: CheckoutReply): CheckoutChange {
  const { form, front } = host
  const value = (name: ContactField): string => form.value(name, getContactValue(host, checkout, name)).trim()
  const there = hasSameAddress(host, checkout) || !checkout.asks_for_delivery
  return {
    email: value('email'),
    phone: value('phone'),
    vat_id: value('vat_id'),
    billing: { ...readAddressFields(form, getBillingAddress(host, checkout), front!, 'billing.') },
    ...(there
      ? { same_address: true }
      : { delivery: { ...readAddressFields(form, getDeliveryAddress(checkout), front!, 'delivery.') } }),
  }
}

/** A selector that copies one of the account's addresses into the fields. */
function addressChooser(host: CheckoutHost, kind: AddressRole): TemplateResult | typeof nothing {
  const { addresses, front, texts, form } = host
  if (addresses.length === 0) return nothing
  const choose = (event: Event): void => {
    const own = addresses.find(({ id }) => String(id) === (event.target as HTMLSelectElement).value)
    if (!own) return
    const { id: _id, is_default_billing: _b, is_default_delivery: _d, ...values } = own
    for (const [name, value] of Object.entries(fillMissingName(host, values)))
      form.set(`${kind}.${name}`, value === null ? '' : String(value))
  }
  return html`
    <div class="field wide">
      <label for=${`${kind}-own`}>${texts.savedAddress}</label>
      <select id=${`${kind}-own`} @change=${choose}>
        <option value="">${texts.pleaseChoose}</option>
        ${addresses.map((address) => html`<option value=${address.id}>${listAddressLines(address, front!).join(', ')}</option>`)}
      </select>
    </div>
  `
}

export function addressStep(host: CheckoutHost, checkout: CheckoutReply): TemplateResult {
  const { form, texts } = host
  const isGuest = !checkout.account
  return html`
    <h2 id="step" tabindex="-1">${texts.addressStep}</h2>
    ${isGuest && host.keepsAccounts ? html`<details class="known"><summary>${texts.haveAccount}</summary>${host.signIn.block()}</details>` : nothing}
    <form novalidate @submit=${(event: Event) => void host.submitAddress(event)}>
      ${form.summary()}
      <fieldset>
        <legend>${texts.contact}</legend>
        <div class="fields">
          ${form.field({ name: 'email', label: texts.email, value: getContactValue(host, checkout, 'email'), type: 'email', inputmode: 'email', autocomplete: 'email', isRequired: true })}
          ${form.field({ name: 'phone', label: texts.phone, value: getContactValue(host, checkout, 'phone'), type: 'tel', inputmode: 'tel', autocomplete: 'tel' })}
        </div>
      </fieldset>
      <fieldset>
        <legend>${texts.billingAddress}</legend>
        <div class="fields">
          ${addressChooser(host, 'billing')}
          ${renderAddressFields(host, form, getBillingAddress(host, checkout), 'billing', 'billing.')}
          ${form.field({ name: 'vat_id', label: texts.vatId, value: getContactValue(host, checkout, 'vat_id'), hint: texts.vatIdHint })}
        </div>
      </fieldset>
      ${
        checkout.asks_for_delivery
          ? html`
            <fieldset>
              <legend>${texts.deliveryAddress}</legend>
              <div class="fields">
                ${form.checkbox({ name: sameAddressField, label: texts.sameAddress, value: checkout.same_address ? 'yes' : '' })}
                ${hasSameAddress(host, checkout) ? nothing : [addressChooser(host, 'delivery'), renderAddressFields(host, form, getDeliveryAddress(checkout), 'shipping', 'delivery.')]}
              </div>
            </fieldset>
          `
          : nothing
      }
      <div class="actions ends">
        <a href=${host.page('cart')}>${texts.backToCart}</a>
        <button class="primary" aria-disabled=${host.isBusy ? 'true' : 'false'}>${texts.goOnTo}</button>
      </div>
    </form>
  `
}
