// Orders and quotes as kinds of documents: each declares its entity, lines, selections, rates, number and statuses once.
import type { RecordOf } from '../../foundation/property/typing.js'
import { type EntityDefinition, toTableName } from '../../model/entity/define.js'
import { orderLine } from '../../model/entities/orders/order-line.js'
import { orderLineConfig } from '../../model/entities/orders/order-line-config.js'
import { orderTaxRate } from '../../model/entities/orders/order-tax-rate.js'
import { quote } from '../../model/entities/orders/quote.js'
import { quoteLine } from '../../model/entities/orders/quote-line.js'
import { quoteLineConfig } from '../../model/entities/orders/quote-line-config.js'
import { quoteTaxRate } from '../../model/entities/orders/quote-tax-rate.js'
import { salesOrder } from '../../model/entities/orders/sales-order.js'
import { orderStatuses, quoteStatuses } from '../../model/state/statuses.js'
import type { RecordWriteOptions, ServiceContext, TransactionContext } from '../../storage/service-context.js'
import type { DocumentEntity, FrozenDocument, FrozenLine } from './define.js'
import type { invoice } from '../../model/entities/orders/invoice.js'
import type { creditNote } from '../../model/entities/orders/credit-note.js'
import { takeNextNumber } from '../../storage/counters.js'

/** Fields of a line, a selection and a rate that both kinds have. */
type LineFields = Omit<RecordOf<typeof orderLine>, 'id' | 'sales_order_id'>
type ConfigFields = Omit<RecordOf<typeof orderLineConfig>, 'id' | 'order_line_id'>
export type RateFields = Omit<RecordOf<typeof orderTaxRate>, 'id' | 'sales_order_id'>

type LineRecord = FrozenLine['values']
type ConfigRecord = FrozenLine['config'][number]
type RateRecord = FrozenDocument['rates'][number]

/** A part of a document: records with the id of their parent. `Fields` are the other fields, `Stored` is the stored record. */
interface DocumentPart<Fields, Stored> {
  /** The name of the entity. */
  readonly entity: string
  readonly table: string
  /** The column with the id of the parent: the document, or the line of a selection. */
  readonly of: string
  /** In order of the ids. */
  load(work: ServiceContext, parentIds: readonly number[]): Promise<readonly Stored[]>
  /** Returns the stored records, in order. Set `copied` for the parts of an existing frozen document. */
  store(
    work: ServiceContext & TransactionContext,
    records: readonly { readonly parent: number; readonly fields: Fields }[],
    options?: Pick<RecordWriteOptions, 'copied'>,
  ): Promise<readonly Stored[]>
  /** The fields without the ids of the record and its parent. */
  toFields(stored: Stored): Fields
  toParentId(stored: Stored): number
}

export interface DocumentKind {
  readonly entity: DocumentEntity
  /** For a sentence: `order`. */
  readonly label: string
  /** The segment of the page and of the API: `orders`. */
  readonly page: string
  /** The series of its numbers. */
  readonly numberSeries: string
  /** Labels of the statuses. */
  readonly statuses: Readonly<Record<string, string>>
  readonly line: DocumentPart<LineFields, LineRecord>
  readonly config: DocumentPart<ConfigFields, ConfigRecord>
  readonly rate: DocumentPart<RateFields, RateRecord>
  /** The ids of the documents with this number. */
  findByNumber(work: ServiceContext, number: number): Promise<readonly number[]>
}

/** The entity of a part and its parent column determine the types `Fields` and `Stored`, which both kinds share. */
function definePart<Fields extends object, Stored extends { readonly id: number }>(
  entity: EntityDefinition,
  of: string,
): DocumentPart<Fields, Stored> {
  return {
    entity: entity.name,
    table: toTableName(entity.name),
    of,
    load: async (work, parentIds) => toValues<Stored>(await work.list(entity, { column: of, values: parentIds })),
    async store(work, records, options) {
      const values = records.map(({ parent, fields }) => ({ ...fields, [of]: parent }))
      return toValues<Stored>(await work.writeMany(entity, values, { ...options, trusted: true }))
    },
    toFields(stored) {
      const { id: _id, [of]: _parent, ...fields } = stored as Stored & Readonly<Record<string, unknown>>
      return fields as unknown as Fields
    },
    toParentId: (stored) => (stored as unknown as Readonly<Record<string, number>>)[of]!,
  }
}

const toValues = <Stored>(records: readonly { readonly values: object }[]): readonly Stored[] =>
  records.map(({ values }) => values as Stored)

const findIds = async (work: ServiceContext, entity: EntityDefinition, number: number): Promise<readonly number[]> =>
  (await work.list(entity, { column: 'number', values: [number] })).map(({ id }) => id)

export const documentKinds: Readonly<Record<DocumentEntity, DocumentKind>> = {
  'sales-order': {
    entity: 'sales-order',
    label: 'order',
    page: 'orders',
    numberSeries: 'sales-order',
    statuses: orderStatuses,
    line: definePart(orderLine, 'sales_order_id'),
    config: definePart(orderLineConfig, 'order_line_id'),
    rate: definePart(orderTaxRate, 'sales_order_id'),
    findByNumber: (work, number) => findIds(work, salesOrder, number),
  },
  quote: {
    entity: 'quote',
    label: 'quote',
    page: 'quotes',
    numberSeries: 'quote',
    statuses: quoteStatuses,
    line: definePart(quoteLine, 'quote_id'),
    config: definePart(quoteLineConfig, 'quote_line_id'),
    rate: definePart(quoteTaxRate, 'quote_id'),
    findByNumber: (work, number) => findIds(work, quote, number),
  },
}

/** The currency of a document as frozen with it. */
export const toDocumentCurrency = ({
  currency_code: code,
  currency_symbol: symbol,
  currency_decimals: decimals,
}: Pick<FrozenDocument['values'], 'currency_code' | 'currency_decimals' | 'currency_symbol'>) => ({
  code,
  symbol: symbol || code,
  decimals: decimals ?? 2,
})

interface NumberedDocument {
  readonly number: number | null
  /** Only orders have one. */
  readonly number_prefix?: string
}

/** '' until the document has a number. */
export const formatDocumentNumber = ({ number, number_prefix = '' }: NumberedDocument): string =>
  number === null ? '' : `${number_prefix}${number}`

interface DocumentSeries {
  readonly entity: typeof invoice | typeof creditNote
  readonly prefix: string | null | undefined
  readonly first: number | null | undefined
}

/**
 * Takes the number of an invoice or a credit note from a gapless series. Take it last: the row of the series stays locked until the commit. A new prefix can repeat an earlier number (`1` and 23, `12` and
 * 3). Such a number is skipped.
 */
export async function takeDocumentNumber(
  work: ServiceContext & TransactionContext,
  { entity, prefix, first }: DocumentSeries,
): Promise<string> {
  for (;;) {
    const number = `${prefix ?? ''}${await takeNextNumber(work.unit, entity.name, first ?? 1)}`
    const [existing] = await work.list(entity.name, { column: 'number', values: [number] })
    if (!existing) return number
  }
}
