// What the product workshop and its server say to each other, below `/svc-admin/api/workshop/<product id>`.

/** One record of the product's tree. */
export interface WorkshopNode {
  readonly id: number
  /** The record that it belongs to, of the entity that `owner` of its kind names. */
  readonly owner: number
  /** In the store default, else in another language; empty where it has none. */
  readonly title: string
  /** null where the entity is always there. */
  readonly published: boolean | null
  /** True where a rule says when it applies. */
  readonly ruled: boolean
  /** What it is, of what there are several of: the type of a question. */
  readonly note: string | null
  /** A price of its own in the base currency; null where there is none. */
  readonly price: number | null
}

/** The records of one entity, in the order in which they stand. */
export interface WorkshopKind {
  readonly entity: string
  readonly label: string
  readonly pluralLabel: string
  /** The entity whose records these belong to, and the field that says to which. */
  readonly owner: string
  readonly field: string
  readonly ordered: boolean
  readonly may: { readonly create: boolean; readonly change: boolean; readonly delete: boolean }
  /** Keys of the text that names a record, one a language, the store default first; empty where it cannot be written. */
  readonly titleKeys: readonly string[]
  readonly nodes: readonly WorkshopNode[]
}

/** `GET workshop/<product id>`: what the caller may see of the product, owners before what belongs to them. */
export interface WorkshopTree {
  readonly product: { readonly id: number; readonly title: string; readonly published: boolean }
  readonly kinds: readonly WorkshopKind[]
  /** Addresses of the scripts of the storefront's configurator, as callers reach them. */
  readonly scripts: readonly string[]
}

/** A record as it is typed; a new one has no id. */
export interface Draft {
  readonly entity: string
  readonly id: number | null
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a configuration of the workshop holds between two calls: nothing of it is stored. */
export interface Held {
  readonly selections: readonly { readonly question_id: number; readonly value: string }[]
  readonly history: string
  readonly currency_id: number | null
  readonly country_id: number | null
  readonly state_id: number | null
}

/** A call of the runtime API as the storefront makes it. */
export interface ShopCall {
  /** Below the API: `configurations/<token>/preview`. */
  readonly path: string
  /** Under which the caller knows the configuration: 32 letters, digits, `-` and `_`. */
  readonly token: string
  readonly query: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/** `POST workshop/<product id>/shop`: refused as the shop refuses. */
export interface ShopRequest {
  /** As whom: a customer of this group, or a guest. */
  readonly customer_group_id: number | null
  /** An ISO code; the base currency if left out. */
  readonly currency: string | null
  readonly drafts: readonly Draft[]
  readonly held: Held | null
  readonly call: ShopCall
}

export interface ShopReply {
  readonly data: unknown
  /** null where the call was not about a configuration. */
  readonly held: Held | null
  /** Why the drafts could not be used; what is stored is shown then. */
  readonly refused: string | null
}
