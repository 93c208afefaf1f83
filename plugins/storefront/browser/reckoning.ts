// Interfaces between the session and the client engine, which calculates results before the service answers.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'
import type { ProgramReply } from '#core/commerce/configuration/program.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { RuntimeApi } from './api.js'
import type { DrawnElement } from './drawn-element.js'
import type { Holding } from './holding.js'
import type { Notice } from './notice.js'
import type { Pending } from './pending.js'

/** The state to draw before the service has answered. */
export interface Painted {
  readonly shown: Holding
  /** Entries that `shown` does not include: refused entries, and entries that wait for the shopper's confirmation. */
  readonly left: readonly Pending[]
}

export interface Reckoning {
  /** False if prices come with the service's answer only. */
  readonly tellsPrices: boolean
  /** null if no entry is pending or no result can be calculated. Refusals of finished entries are recorded immediately. */
  paint(): Painted | null
  /**
   * Announces the entries that are being sent. Returns a listener for the service's reply to them.
   * @param confirmed the shopper has confirmed the further changes that the entries cause
   */
  expect(entries: readonly Pending[], confirmed: boolean): ((reply: ConfigurationReply) => void) | undefined
}

export interface Reckoned {
  readonly api: RuntimeApi | null
  readonly catalogue: ProductReply | null
  readonly host: DrawnElement
  readonly holding: Holding
  readonly refused: Map<number, unknown>
  readonly underWay: readonly Pending[]
  readonly agreed: Pending | null
  readonly asked: readonly Pending[]
  readonly waiting: readonly Pending[]
  /** Files uploaded from this page, by question. */
  readonly files: ReadonlyMap<number, File>
  readonly at: number | null
  tell(notice: Notice, at: number | null): void
}

/** The exports of the client engine's script. */
export interface TwinScript {
  twin(session: Reckoned, program: ProgramReply): Promise<Reckoning>
}

/** The detail of `svc-disagreement`: where the client engine and the service differ. Contains no entered values. */
export interface Disagreement {
  readonly configuration: string
  readonly product: number
  readonly revision: number
  readonly catalog_version: number
  /** `price`, `questions`, `answers`, `missing`, `automatic`, `refused`, `confirm`, `weight`, `answer_prices`. */
  readonly parts: readonly string[]
  /** Ids of the questions that differ. */
  readonly questions: readonly number[]
}
