// Reads the golden orders from test/fixtures/golden-orders/: carts with the expected calculation and order.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../support/repository.js'

/** A record that references others by key. */
export type GoldenFields = Readonly<Record<string, unknown>>
export type GoldenRecords<F = GoldenFields> = Readonly<Record<string, F>>

export interface GoldenRate {
  readonly tax_class_id: string
  readonly country_id?: string
  readonly state_id?: string
  readonly county_id?: string
  readonly city_id?: string
  readonly rate: number
  readonly code?: string
}

export interface GoldenCharge {
  readonly price?: number
  readonly percentage?: number
  readonly price_min?: number
  readonly price_max?: number
  readonly tax_class_id?: string
}

export interface GoldenAnswer {
  readonly price?: number
  readonly price_overrides?: readonly { readonly customer_group_id: string; readonly price: number }[]
  readonly price_recurring?: number
  readonly weight?: number
  readonly calcmodel?: string
  readonly price_calculation_overrides?: readonly {
    readonly customer_group_id: string
    readonly calculation_id: string | null
  }[]
}

export interface GoldenQuestion {
  readonly question_type: string
  readonly input_restriction?: string
  readonly calcmodel?: string
  readonly calcmodel_weight?: string
  readonly multiplicator?: number
  readonly answers?: GoldenRecords<GoldenAnswer>
}

export interface GoldenProduct {
  readonly baseprice?: number
  readonly baseprice_overrides?: readonly { readonly customer_group_id: string; readonly price: number }[]
  readonly baseprice_recurring?: number
  readonly baseprice_recurring_overrides?: readonly { readonly customer_group_id: string; readonly price: number }[]
  readonly use_recurring_pricing?: boolean
  readonly baseweight?: number
  readonly tax_class_id: string
  readonly tax_class_recurring_id?: string
  readonly unpriced?: 'refuse' | 'free'
  readonly questions?: GoldenRecords<GoldenQuestion>
  /** Authored terms of formulas. */
  readonly calculations?: GoldenRecords<readonly GoldenFields[]>
}

export interface GoldenShop {
  readonly settings: GoldenFields
  readonly store: GoldenFields
  readonly country: GoldenRecords
  readonly state: GoldenRecords
  readonly county: GoldenRecords
  readonly city: GoldenRecords
  readonly currency: GoldenRecords<{ readonly multiplicator: number; readonly decimals: number }>
  readonly 'tax-class': GoldenRecords<{ readonly default_rate: number }>
  readonly 'tax-rate': readonly GoldenRate[]
  readonly 'customer-group': GoldenRecords
  readonly zone: GoldenRecords
  readonly shipper: GoldenRecords
  readonly 'shipping-method': GoldenRecords<GoldenCharge & GoldenFields>
  readonly 'payment-method': GoldenRecords<GoldenCharge>
  readonly product: GoldenRecords<GoldenProduct>
}

interface GoldenTotal {
  readonly net: number
  readonly tax: number
  readonly gross: number
}

interface DiscountedTotal extends GoldenTotal {
  readonly net_before_discount: number
  readonly tax_rate: number
}

/** The expected result in the API's field names. */
export interface GoldenOrder extends GoldenTotal {
  readonly lines: readonly (DiscountedTotal & {
    readonly unit_net: number
    readonly weight: number
    readonly recurring?: DiscountedTotal
  })[]
  readonly discount: { readonly title: string; readonly net: number } | null
  readonly recurring_discount: { readonly title: string; readonly net: number } | null
  readonly delivery: (GoldenTotal & { readonly title: string }) | null
  readonly payment: (GoldenTotal & { readonly title: string }) | null
  readonly recurring: GoldenTotal
  readonly rates: readonly {
    readonly recurring: boolean
    readonly rate: number
    readonly code: string
    readonly net: number
    readonly tax: number
  }[]
  readonly weight: number
}

export interface GoldenCart {
  readonly name: string
  readonly sentences: readonly number[]
  readonly group: string
  readonly currency: string
  readonly destination: { readonly country: string; readonly state?: string; readonly county?: string; readonly city?: string }
  readonly vat_id?: string
  readonly tax_exempt?: boolean
  readonly zero_rated?: boolean
  readonly positions: readonly {
    readonly product: string
    readonly quantity: number
    /** The selected answer or entered value by question. */
    readonly choose?: Readonly<Record<string, string>>
  }[]
  readonly offered?: readonly string[]
  readonly shipping: string
  readonly payment: string
  readonly computation: readonly string[]
  readonly expected: GoldenOrder
}

export interface GoldenGroup {
  readonly file: string
  readonly about: string
  readonly carts: readonly GoldenCart[]
}

const folder = join(repositoryRoot, 'test/fixtures/golden-orders')
const parseFile = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

export const goldenShop = parseFile('shop.json') as GoldenShop

export const goldenGroups: readonly GoldenGroup[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json') && file !== 'shop.json')
  .sort()
  .map((file) => ({ file, ...(parseFile(file) as Omit<GoldenGroup, 'file'>) }))
