// What reckons ahead of the service, as the session knows it, and what it takes of a session: the script itself comes later.
import type { ConfigurationReply } from '#core/commerce/configuration/define.js'
import type { ProgramReply } from '#core/commerce/configuration/program.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { RuntimeApi } from './api.js'
import type { DrawnElement } from './drawn-element.js'
import type { Holding } from './holding.js'
import type { Notice } from './notice.js'
import type { Pending } from './pending.js'

/** What is to be drawn before the service has answered. */
export interface Painted {
  readonly shown: Holding
  /** Entries that it does not hold: refused ones, and those that wait for the shopper's word. */
  readonly left: readonly Pending[]
}

export interface Reckoning {
  /** False where prices follow with the service's answer. */
  readonly tellsPrices: boolean
  /** null where nothing waits, or nothing can be said of it. Refusals of finished entries stand at once. */
  paint(): Painted | null
  /**
   * Hears which entries are under way; gives what hears the service's answer to them.
   * @param confirmed the shopper has agreed to what they change besides
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
  /** Uploaded here, by question. */
  readonly files: ReadonlyMap<number, File>
  readonly at: number | null
  tell(notice: Notice, at: number | null): void
}

/** What the twin's script exports. */
export interface TwinScript {
  twin(session: Reckoned, program: ProgramReply): Promise<Reckoning>
}

/** The detail of `svc-disagreement`: where the page had reckoned otherwise than the service; nothing of what was entered. */
export interface Disagreement {
  readonly configuration: string
  readonly product: number
  readonly revision: number
  readonly catalog_version: number
  /** `price`, `questions`, `answers`, `missing`, `automatic`, `refused`, `confirm`, `weight`, `answer_prices`. */
  readonly parts: readonly string[]
  /** Their ids. */
  readonly questions: readonly number[]
}
