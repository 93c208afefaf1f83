// Interfaces between the session and the client engine, which calculates results before the service answers.
import type { ConfigurationReply, ProductReply, ProgramReply } from '#core/surface.js'
import type { RuntimeApi } from './runtime-api.js'
import type { BaseElement } from './base-element.js'
import type { ConfigurationCache, ConfiguratorNotice } from './configuration-cache.js'
import type { PendingEntry } from './pending-entry.js'

/** The state to draw before the service has answered. */
export interface PredictedState {
  readonly state: ConfigurationCache
  /** Entries that `shown` does not include: refused entries, and entries that wait for the shopper's confirmation. */
  readonly remainingEntries: readonly PendingEntry[]
}

export interface ResultPredictor {
  /** False if prices come with the service's answer only. */
  readonly calculatesPrices: boolean
  /** null if no entry is pending or no result can be calculated. Refusals of finished entries are recorded immediately. */
  predictState(): PredictedState | null
  /**
   * Announces the entries that are being sent. Returns a listener for the service's reply to them.
   * @param confirmed the shopper has confirmed the further changes that the entries cause
   */
  expectReply(entries: readonly PendingEntry[], confirmed: boolean): ((reply: ConfigurationReply) => void) | undefined
}

export interface PredictorSession {
  readonly api: RuntimeApi | null
  readonly catalogue: ProductReply | null
  readonly host: BaseElement
  readonly cache: ConfigurationCache
  readonly refused: Map<number, unknown>
  readonly inFlightEntries: readonly PendingEntry[]
  readonly confirmedEntry: PendingEntry | null
  readonly entriesToConfirm: readonly PendingEntry[]
  readonly queuedEntries: readonly PendingEntry[]
  /** Files uploaded from this page, by question. */
  readonly files: ReadonlyMap<number, File>
  readonly at: number | null
  showNotice(notice: ConfiguratorNotice, at: number | null): void
}

/** The exports of the client engine's script. */
export interface ClientEngineScript {
  createPredictor(session: PredictorSession, program: ProgramReply): Promise<ResultPredictor>
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
