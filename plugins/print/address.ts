// Formats addresses for printed documents: the recipient's, and the shop's.
import type { AddressReply, Letterhead } from 'product-configurator-service'

const removeEmptyLines = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '')

/** One text per line; empty for an empty address. */
export function formatAddressLines(address: AddressReply | null): readonly string[] {
  if (address === null) return []
  const { company, first_name, last_name, line1, line2, zip, city, county, state, country } = address
  return removeEmptyLines([company, `${first_name} ${last_name}`, line1, line2, `${zip} ${city}`, county, state, country])
}

/** The shop in one line. */
export function formatSenderLine({ name, line1, line2, zip, city }: Letterhead): string {
  return removeEmptyLines([name, line1, line2, `${zip} ${city}`]).join(' · ')
}

/** The page footer: address, contact and registration, bank details. */
export function formatImprint(shop: Letterhead, labels: { readonly vatId: string }): readonly (readonly string[])[] {
  const { name, line1, line2, zip, city, country, phone, email_sales, vat_id, company_register, bank_name, iban, bic } = shop
  return [
    removeEmptyLines([name, line1, line2, `${zip} ${city}`, country]),
    removeEmptyLines([phone, email_sales, vat_id && `${labels.vatId}: ${vat_id}`, company_register]),
    removeEmptyLines([bank_name, iban && `IBAN: ${iban}`, bic && `BIC: ${bic}`]),
  ].filter((lines) => lines.length > 0)
}
