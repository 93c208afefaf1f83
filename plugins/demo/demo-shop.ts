// The demo shop without products: seller, currencies, shipping, payment, and terms for trade customers.
import type { App, UnitRecords } from 'product-configurator-service'
import { listAllRecords, type StoredRecord, type DemoFields, expandTexts, createText } from './demo-text.js'

/** The shop that the demo is written into. */
export interface DemoShop {
  readonly records: UnitRecords
  readonly languages: readonly string[]
  readonly app: App
}

/** Approximate units per euro at the time of writing. The plugin `ecb` loads current rates. */
const currencies: Readonly<Record<string, DemoFields>> = {
  EUR: { title: createText('Euro', 'Euro', 'אירו'), symbol: '€', multiplicator: 1, decimals: 2 },
  GBP: { title: createText('Pound sterling', 'Pfund Sterling', 'לירה שטרלינג'), symbol: '£', multiplicator: 0.8725, decimals: 2 },
  JPY: { title: createText('Yen', 'Yen', 'ין'), symbol: '¥', multiplicator: 176.4, decimals: 0 },
}

const termsText = createText(
  'This is a demo shop. You cannot buy anything here.',
  'Dies ist ein Demo-Shop. Sie können hier nichts kaufen.',
  'זו חנות הדגמה. אי אפשר לקנות כאן.',
)
const refundText = createText(
  'Made-to-measure products cannot be returned.',
  'Maßanfertigungen sind vom Umtausch ausgeschlossen.',
  'אי אפשר להחזיר מוצרים בהתאמה אישית.',
)

/** A fictional account that no bank has, so nobody can pay into it. */
const bankAccount = { bank_name: 'Demo bank', iban: 'DE00 0000 0000 0000 0000 00', bic: 'DEMODEXXXXX' }

const seller: DemoFields = {
  name: 'Demo shop',
  line1: 'Sample Street 1',
  zip: '10115',
  city: 'Berlin',
  phone: '+49 30 0000000',
  email_sales: 'sales@shop.example',
  email_support: 'support@shop.example',
  vat_id: 'DE123456788',
  company_register: 'HRB 00000',
  ...bankAccount,
  terms: termsText,
  refund_policy: refundText,
}

const tradeGroup: DemoFields = {
  title: createText('Trade', 'Handel', 'סיטונאים'),
  b2b_mode: true,
  discount_start_1: 500,
  discount_type_1: 'percentage',
  discount_value_1: 3,
  discount_title_1: createText('Trade discount, 3 %', 'Händlerrabatt, 3 %', 'הנחת סיטונאים, 3%'),
  discount_start_2: 2000,
  discount_type_2: 'percentage',
  discount_value_2: 6,
  discount_title_2: createText('Trade discount, 6 %', 'Händlerrabatt, 6 %', 'הנחת סיטונאים, 6%'),
  discount_start_3: 5000,
  discount_type_3: 'amount',
  discount_value_3: 400,
  discount_title_3: createText('Trade discount', 'Händlerrabatt', 'הנחת סיטונאים'),
}

/** Maximum kilograms of one parcel. Heavier goods ship on a pallet. */
const maxParcelWeight = 31.5

const parcelTitle = createText('Parcel', 'Paket', 'חבילה')
const expressTitle = createText('Express parcel', 'Expresspaket', 'חבילה מהירה')
const palletTitle = createText('Pallet, kerbside delivery', 'Palette, frei Bordsteinkante', 'משטח, עד המדרכה')

/** By zone. The first method that carries the weight is the cheapest and therefore the default. */
const shippingMethods: Readonly<Record<string, readonly DemoFields[]>> = {
  Germany: [
    { title: parcelTitle, max_weight: maxParcelWeight, delivery_days: 2, price: 4.9 },
    { title: expressTitle, max_weight: 10, delivery_days: 1, price: 14.9 },
    { title: palletTitle, min_weight: maxParcelWeight, delivery_days: 5, price: 49 },
  ],
  Europe: [
    { title: parcelTitle, max_weight: maxParcelWeight, delivery_days: 4, price: 14.9 },
    { title: palletTitle, min_weight: maxParcelWeight, delivery_days: 9, price: 129 },
  ],
  Overseas: [
    { title: parcelTitle, max_weight: maxParcelWeight, delivery_days: 10, price: 59 },
    { title: palletTitle, min_weight: maxParcelWeight, delivery_days: 35, price: 480 },
  ],
}

/** By payment provider. Cash on delivery is available in Germany only. */
const paymentMethods: Readonly<Record<string, DemoFields>> = {
  bank_transfer: {
    title: createText('Bank transfer', 'Überweisung', 'העברה בנקאית'),
    description: createText('Please pay within 14 days.', 'Bitte zahlen Sie innerhalb von 14 Tagen.', 'נא לשלם בתוך 14 יום.'),
    params: { due_days: 14 },
  },
  cash_on_delivery: {
    title: createText('Cash on delivery', 'Nachnahme', 'תשלום במסירה'),
    description: createText('You pay on delivery.', 'Sie zahlen bei der Lieferung.', 'משלמים במסירה.'),
    price: 3.5,
    percentage: 1,
    price_min: 5,
    price_max: 20,
  },
  sandbox: {
    title: createText('Test payment', 'Testzahlung', 'תשלום ניסיון'),
    description: createText(
      'The order is marked as paid. No payment is made.',
      'Die Bestellung gilt als bezahlt. Es wird keine Zahlung ausgeführt.',
      'ההזמנה מסומנת כשולמה. לא מתבצע תשלום.',
    ),
    params: { outcome: 'succeed' },
  },
}

/** Uses no AI model. A script that ships with the service answers, and says so. */
const advisorSettings: DemoFields = {
  advisor_enabled: true,
  advisor_vendor: 'openai_compatible',
  advisor_base_url: 'scripted:',
  advisor_model: 'scripted',
  advisor_retention_days: 30,
}

/** Countries outside the EU that German parcels reach on the same terms as EU members. */
const nonEuCountries = ['CH', 'GB', 'LI', 'NO']

async function writeSeller({ records, languages }: DemoShop, germany: number): Promise<void> {
  await records.write('store', expandTexts({ ...seller, country_id: germany }, languages), { id: 1 })
  const habits = { enable_invoicing: true, invoice_prefix: 'INV-', explicit_agreement_terms: true, enable_reviews: true }
  await records.write('settings', { ...habits, ...advisorSettings }, { id: 1 })
  await records.write('customer-group', expandTexts(tradeGroup, languages))
}

async function writeCurrencies({ records, languages }: DemoShop): Promise<void> {
  for (const { id, code } of await listAllRecords(records, 'currency')) {
    const fields = currencies[String(code)]
    if (fields) await records.write('currency', expandTexts({ ...fields, published: true }, languages), { id })
  }
}

/** Replaces the initial shipping method: a free method would always come first. The initial zone is reused for Germany. */
async function writeShippingMethods(
  { records, languages }: DemoShop,
  countries: readonly StoredRecord[],
  taxClass: number,
): Promise<void> {
  const inGermany = ({ iso2 }: StoredRecord): boolean => iso2 === 'DE'
  const inEurope = ({ iso2, in_eu_vat_area: member }: StoredRecord): boolean =>
    member === true || nonEuCountries.includes(String(iso2))
  const zones: Readonly<Record<string, (country: StoredRecord) => boolean>> = {
    Germany: inGermany,
    Europe: (country) => inEurope(country) && !inGermany(country),
    Overseas: (country) => !inEurope(country),
  }
  const [seededZone] = await listAllRecords(records, 'zone')
  const [seededShipper] = await listAllRecords(records, 'shipper')
  for (const { id } of await listAllRecords(records, 'shipping-method')) await records.remove('shipping-method', id)
  for (const [title, isInZone] of Object.entries(zones)) {
    const zone = { title, country_ids: countries.filter(isInZone).map(({ id }) => id) }
    const place = title === 'Germany' && seededZone ? { id: seededZone.id } : {}
    const { id: zone_id } = await records.write('zone', zone, place)
    for (const method of shippingMethods[title]!) {
      const fields = { shipper_id: seededShipper!.id, zone_id, tax_class_id: taxClass, published: true, ...method }
      await records.write('shipping-method', expandTexts(fields, languages))
    }
  }
}

/** Only for payment providers that this installation has. */
async function writePaymentMethods({ records, languages, app }: DemoShop, germany: number): Promise<void> {
  const { paymentProviders } = app.context.registry
  const offered = Object.entries(paymentMethods).filter(([connector]) => paymentProviders.has(connector))
  if (offered.length === 0) return
  for (const { id } of await listAllRecords(records, 'payment-method')) await records.remove('payment-method', id)
  for (const [connector, fields] of offered) {
    const country_ids = connector === 'cash_on_delivery' ? [germany] : []
    await records.write('payment-method', expandTexts({ ...fields, connector, country_ids, published: true }, languages))
  }
}

/** Writes the basic records that a shop needs to sell: a seller in Germany, three currencies, three zones and three payment methods. */
export async function writeDemoShop(shop: DemoShop): Promise<void> {
  const countries = await listAllRecords(shop.records, 'country')
  const germany = countries.find(({ iso2 }) => iso2 === 'DE')!.id
  const [taxClass] = await listAllRecords(shop.records, 'tax-class')
  await writeSeller(shop, germany)
  await writeCurrencies(shop)
  await writeShippingMethods(shop, countries, taxClass!.id)
  await writePaymentMethods(shop, germany)
}
