// The part of the session that lazily loaded modules read and call.
import type { MissingEntry, PriceReply, ProductReply, SelectionInput } from '#core/surface.js'
import type { RuntimeApi } from './runtime-api.js'
import type { ConfigurationCache, ConfiguratorNotice } from './configuration-cache.js'
import type { EntryValue } from './pending-entry.js'
import type { ApiFailure } from './api-client.js'
import type { EntryProblem } from './entry-queue.js'

export interface SessionView {
  readonly catalogue: ProductReply | null
  readonly cache: ConfigurationCache
  readonly questions: ConfigurationCache['questions']
  readonly answers: ConfigurationCache['answers']
  readonly missing: readonly MissingEntry[]
  readonly problems: readonly EntryProblem[]
  readonly isFaulty: boolean
  readonly price: PriceReply | null
  readonly refused: ReadonlyMap<number, unknown>
  readonly failure: ApiFailure | null
  readonly confirming: object | null
  readonly at: number | null
  readonly isBusy: boolean
  readonly isIdle: boolean
  readonly isSaved: boolean
  undo: (() => void) | null
  /** With all pending entries applied; null if nothing is entered. */
  selection(questionId: number): string | null
  /** The URL of a picture of the product. */
  picture(name: string): string
  finish(): void
  listSelections(): readonly SelectionInput[]
  enter(questionId: number, value: EntryValue): void
  startFromExample(title: string, selections: readonly SelectionInput[]): Promise<void>
  resetEntries(): void
  showNotice(notice: ConfiguratorNotice, at: number | null): void
  exchange(run: (api: RuntimeApi) => Promise<void>): Promise<boolean>
  ask<T>(path: string, input?: object, query?: Readonly<Record<string, string>>): Promise<T>
}

/** The options of the session that a page's configurator opens. */
export interface SessionOptions {
  readonly api: string
  readonly product: number
  readonly language: string
  readonly currency: string | null
  readonly shopper: string | null
  /** The token of the configuration that the page opened for its shopper. It is never replaced by another one. */
  readonly configuration: string | null
  /** That configuration stays unchanged: the page works on a copy of it. */
  readonly copies: boolean
  /** Distinguishes configurators of the same product on one page; '' if there is only one. */
  readonly place: string
}
