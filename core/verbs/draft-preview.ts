// The preview of unsaved changes of a product: calls of the configurator with records that are not stored.
import type { ServiceError } from '../foundation/errors.js'

/** An unsaved record. A new one has no id. */
export interface RecordDraft {
  readonly entity: string
  readonly id: number | null
  readonly fields: Readonly<Record<string, unknown>>
}

/** A call of the runtime API, as the storefront makes it. */
export interface PreviewCall {
  /** Path below the API: `configurations/<token>/preview`. */
  readonly path: string
  /** The caller's token for the configuration: 32 letters, digits, `-` and `_`. */
  readonly token: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** The configuration between two calls. The service stores nothing. */
export interface PreviewState {
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
  readonly history: string
  readonly currency_id: number | null
  readonly country_id: number | null
  readonly state_id: number | null
}

export interface PreviewRequest {
  readonly product: number
  readonly drafts: readonly RecordDraft[]
  /** The customer group of the simulated shopper. null for a guest. */
  readonly group: number | null
  /** An ISO code. null for the base currency. */
  readonly currency: string | null
  /** The configuration after the previous call. null to start a new one. */
  readonly state: PreviewState | null
  readonly call: PreviewCall
}

export interface PreviewReply {
  readonly data: unknown
  /** null if the call did not concern a configuration. */
  readonly state: PreviewState | null
  /** The error of a draft that cannot be written. The call then ran with the stored product. */
  readonly refused: ServiceError | null
}

export interface DraftPreview {
  /** Returns the same data and throws the same errors as the runtime API. */
  run(request: PreviewRequest): Promise<PreviewReply>
  /** A picture of the product, published or not. */
  readPicture(product: number, name: string): Promise<Uint8Array>
}
