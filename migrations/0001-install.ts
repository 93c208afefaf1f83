// Creates every table of core as the frozen snapshot says, and seeds a shop that can be configured and sold from.
import { readFile } from 'node:fs/promises'
import type { Table } from '../core/foundation/table.js'
import type { Queryable, SqlParameter } from '../core/storage/database/dialect.js'
import { insertAllRows, insertTexts, type SeedText, addFoldedValues } from '../core/storage/migration/migration-steps.js'
import type { Migration } from '../core/storage/migration/migration.js'
import { defaultNotificationsVariable, notificationsDue, setSystemVariable } from '../core/storage/system-variables.js'

/** From dist/migrations back to the sources: JSON is not compiled. */
async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`../../migrations/${name}`, import.meta.url), 'utf8')) as T
}

/** The tables of a new database by their names. Later scripts create the tables that they add from here. */
export async function readInstallTables(): Promise<ReadonlyMap<string, Table>> {
  const tables = await readJson<readonly Table[]>('0001-install.json')
  return new Map(tables.map((table) => [table.name, table]))
}

interface List {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
}

async function readList(name: string): Promise<readonly Readonly<Record<string, string | number>>[]> {
  const { columns, rows } = await readJson<List>(name)
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]!])))
}

/** Eight decimal places as an integer: the stored form of the factor 1. */
const one = 100_000_000

const euVatArea = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** A text in the languages that the seed knows, by primary subtag. */
type Words = Readonly<Record<string, string>> & { readonly en: string }

const words = {
  customers: { en: 'Customers', de: 'Kunden', es: 'Clientes', fr: 'Clients' },
  ms: { en: 'Ms', de: 'Frau', es: 'Sra.', fr: 'Mme' },
  mr: { en: 'Mr', de: 'Herr', es: 'Sr.', fr: 'M.' },
  shipper: { en: 'Carrier', de: 'Spedition', es: 'Transportista', fr: 'Transporteur' },
  delivery: { en: 'Standard delivery', de: 'Standardversand', es: 'Envío estándar', fr: 'Livraison standard' },
  transfer: { en: 'Bank transfer', de: 'Überweisung', es: 'Transferencia bancaria', fr: 'Virement bancaire' },
} satisfies Record<string, Words>

interface Seed {
  readonly entity: string
  readonly row: Readonly<Record<string, SqlParameter>>
  /** Translatable fields. */
  readonly texts?: Readonly<Record<string, Words>>
}

/** The one record of each small entity; ids are fixed because they refer to each other. */
function shop(languages: readonly string[], countryIds: readonly number[]): readonly Seed[] {
  const settings = {
    id: 1,
    language_tag: languages[0] ?? 'en-GB',
    active_languages: JSON.stringify(languages),
    weight_unit: 'kg',
    default_customer_group_id: 1,
    invoice_start: 1,
    customer_cancellation: 'none',
    cart_lifetime_hours: 24,
    order_draft_lifetime_hours: 24,
    quote_validity_days: 30,
  }
  const mayAll = { may_see_prices: 1, may_order: 1, may_save: 1, may_request_quote: 1 }
  const method = { id: 1, shipper_id: 1, zone_id: 1, tax_class_id: 1, price: 0, published: 1, ordering: 1 }
  return [
    { entity: 'settings', row: settings },
    { entity: 'store', row: { id: 1, name: 'My shop', email_sales: 'sales@example.com' } },
    { entity: 'tax-class', row: { id: 1, title: 'Standard', default_rate: 0 } },
    { entity: 'customer-group', row: { id: 1, b2b_mode: 0, ...mayAll }, texts: { title: words.customers } },
    { entity: 'salutation', row: { id: 1, gender: 'female' }, texts: { title: words.ms } },
    { entity: 'salutation', row: { id: 2, gender: 'male' }, texts: { title: words.mr } },
    { entity: 'zone', row: { id: 1, title: 'World', country_ids: JSON.stringify(countryIds) } },
    { entity: 'shipper', row: { id: 1 }, texts: { title: words.shipper } },
    { entity: 'shipping-method', row: method, texts: { title: words.delivery } },
    {
      entity: 'payment-method',
      row: { id: 1, connector: 'bank_transfer', published: 1, ordering: 1 },
      texts: { title: words.transfer },
    },
  ]
}

async function geography(): Promise<readonly Seed[]> {
  return (await readList('data/countries.json')).map(({ iso2, iso3, ...names }, index) => {
    const flags = { vat_free: 0, in_eu_vat_area: euVatArea.has(String(iso2)) ? 1 : 0, published: 1 }
    return { entity: 'country', row: { id: index + 1, iso2: iso2!, iso3: iso3!, ...flags }, texts: { name: names as Words } }
  })
}

/** The states that postal addresses of their country name. */
async function states(countries: readonly Seed[]): Promise<readonly Seed[]> {
  const idOf = new Map(countries.map(({ row }) => [row.iso2, row.id!]))
  return (await readList('data/states.json')).map(({ iso2, code, name }, index) => ({
    entity: 'state',
    row: { id: index + 1, country_id: idOf.get(iso2 ?? '') ?? null, code: String(code), name: String(name) },
  }))
}

/** Where the standard tax class has a rate of its own: in the members of the EU, their standard VAT rate. */
async function taxRates(countries: readonly Seed[]): Promise<readonly Seed[]> {
  const idOf = new Map(countries.map(({ row }) => [row.iso2, row.id!]))
  return (await readList('data/vat-rates.json')).map(({ iso2, rate }, index) => {
    const row = {
      id: index + 1,
      tax_class_id: 1,
      country_id: idOf.get(iso2 ?? '') ?? null,
      rate: Math.round(Number(rate) * 10_000),
    }
    return { entity: 'tax-rate', row: { ...row, code: `VAT ${iso2} ${rate} %` } }
  })
}

/** The euro is base and default; the others wait for their rate before they are published. */
async function currencies(): Promise<readonly Seed[]> {
  return (await readList('data/currencies.json')).map(({ code, decimals, symbol, title }, index) => {
    const euro = code === 'EUR' ? 1 : 0
    const flags = { is_base: euro, is_default: euro, published: euro }
    const row = { id: index + 1, code: code!, symbol: symbol!, decimals: decimals!, multiplicator: one, ...flags }
    return { entity: 'currency', row, texts: { title: { en: String(title) } } }
  })
}

const tableOf = (entity: string): string => `svc_${entity.replaceAll('-', '_')}`

interface Store {
  readonly tables: readonly Table[]
  readonly languages: readonly string[]
}

async function store(on: Queryable, seeds: readonly Seed[], { tables, languages }: Store): Promise<void> {
  for (const entity of new Set(seeds.map((seed) => seed.entity))) {
    const records = seeds.filter((seed) => seed.entity === entity)
    const table = tables.find(({ name }) => name === tableOf(entity))!
    await insertAllRows(
      on,
      table.name,
      records.map(({ row }) => addFoldedValues(table, { ...row, revision: 1 })),
    )
  }
  const inLanguages = (text: Words): Record<string, string> =>
    Object.fromEntries(languages.map((tag) => [tag, text[tag.split('-')[0]!] ?? text.en]))
  const texts: readonly SeedText[] = seeds.flatMap(({ entity, row, texts = {} }) =>
    Object.entries(texts).map(([field, text]) => ({ entity, id: Number(row.id), field, texts: inLanguages(text) })),
  )
  await insertTexts(on, texts)
}

export const install: Migration = {
  version: '0001',
  name: 'install',
  installsVersion: '0009',
  async up(steps) {
    const tables = [...(await readInstallTables()).values()]
    for (const table of tables) await steps.createTable(table)
    await steps.data(async (on) => {
      const countries = await geography()
      const countryIds = countries.map(({ row }) => Number(row.id))
      const geo = [...countries, ...(await states(countries))]
      const seeds = [...geo, ...(await currencies()), ...shop(steps.languages, countryIds), ...(await taxRates(countries))]
      await store(on, seeds, { tables, languages: steps.languages })
      const source = { source_entity: 'zone', source_id: 1, property: 'country_ids', target_entity: 'country' }
      await insertAllRows(
        on,
        'svc_references',
        countryIds.map((id) => ({ ...source, target_id: id })),
      )
      await setSystemVariable(on, defaultNotificationsVariable, notificationsDue)
    })
  },
}
