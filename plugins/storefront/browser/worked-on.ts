// The part of the session that lazily loaded modules read and call.
import type { SelectionInput } from '#core/engine/program/configuration.js'
import type { MissingEntry } from '#core/engine/program/configuration-view.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import type { PriceReply } from '#core/shop/price.js'
import type { RuntimeApi } from './api.js'
import type { Holding } from './holding.js'
import type { Notice } from './notice.js'
import type { EntryValue } from './pending.js'
import type { ServiceFailure } from './service.js'
import type { Problem } from './sync.js'

export interface WorkedOn {
  readonly catalogue: ProductReply | null
  readonly holding: Holding
  readonly questions: Holding['questions']
  readonly answers: Holding['answers']
  readonly missing: readonly MissingEntry[]
  readonly problems: readonly Problem[]
  readonly isFaulty: boolean
  readonly price: PriceReply | null
  readonly refused: ReadonlyMap<number, unknown>
  readonly failure: ServiceFailure | null
  readonly confirming: object | null
  readonly at: number | null
  readonly busy: boolean
  readonly quiet: boolean
  readonly upToDate: boolean
  undo: (() => void) | null
  /** With all pending entries applied; null if nothing is entered. */
  selection(questionId: number): string | null
  /** The URL of a picture of the product. */
  picture(name: string): string
  finish(): void
  entered(): readonly SelectionInput[]
  enter(questionId: number, value: EntryValue): void
  begin(title: string, selections: readonly SelectionInput[]): Promise<void>
  forget(): void
  tell(notice: Notice, at: number | null): void
  exchange(run: (api: RuntimeApi) => Promise<void>): Promise<boolean>
  ask<T>(path: string, input?: object, query?: Readonly<Record<string, string>>): Promise<T>
}
