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
}
