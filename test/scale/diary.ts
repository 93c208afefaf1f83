// The log of all callers in the scale test: acknowledged writes, failed attempts by kind, and faults.

/** The expected values of an acknowledged order. */
export interface Acknowledged {
  readonly order: string
  readonly cart: string
  readonly number: number
  readonly gross: number
  readonly quantity: number
  /** The base price of one piece, without surcharges of answers. It identifies the price of the author. */
  readonly base: number
  /** The times of the first attempt and of the response, by the clock of this process. */
  readonly sent: number
  readonly answered: number
}

/** A price of the product, with the times of its first attempt and of its acknowledgement. */
export interface PriceEdit {
  readonly price: number
  readonly sent: number
  readonly acknowledged: number
}

/** An acknowledged record with its last known values. */
export interface Kept {
  readonly entity: string
  readonly id: number
  readonly fields: Readonly<Record<string, unknown>>
  readonly by: string
}

export interface Diary {
  readonly orders: Acknowledged[]
  /** Unordered carts with the quantities of their positions. */
  readonly carts: Map<string, readonly number[]>
  readonly prices: PriceEdit[]
  /** By entity and id. */
  readonly records: Map<string, Kept>
  /** Successful requests by group of callers. */
  readonly answered: Map<string, number>
  /** Orders that were rejected for a changed price and confirmed again. */
  refusedPrices: number
  /** Milliseconds from the first attempt to the response, for requests that were repeated. */
  readonly waits: number[]
  /** Failed attempts that are allowed to fail, by kind. */
  readonly failed: Map<string, number>
  /** Events that must never happen. */
  readonly faults: string[]
  /** Tool calls without a response, with the error text. Printed if there are faults. */
  readonly doubts: string[]
}

export const createDiary = (): Diary => ({
  orders: [],
  carts: new Map(),
  prices: [],
  records: new Map(),
  answered: new Map(),
  refusedPrices: 0,
  waits: [],
  failed: new Map(),
  faults: [],
  doubts: [],
})

const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((all, count) => all + count, 0)

export const failures = ({ failed }: Diary): number => sum(failed)
export const answers = ({ answered }: Diary): number => sum(answered)

export function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Records acknowledged values of a record, and keeps the known values of other fields. */
export function keep({ records }: Diary, { entity, id, fields, by }: Kept): void {
  const key = `${entity} ${id}`
  records.set(key, { entity, id, by, fields: { ...records.get(key)?.fields, ...fields } })
}

/** "After 12 s: …", in seconds of this process, as in the report of the run. */
export const dated = (sentence: string): string => `After ${(performance.now() / 1_000).toFixed(1)} s: ${sentence}`

/** Records an event that must never happen. */
export function accuse({ faults }: Diary, error: unknown): void {
  faults.push(dated(error instanceof Error ? error.message : String(error)))
}
