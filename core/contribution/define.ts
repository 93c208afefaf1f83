// Defines contribution points. One entry determines the contract, shape check, clash check, registry and reference page.

/** The required type of an item's member: `text` is a string, `map` an object, `list` an array. */
export type Member = 'text' | 'map' | 'list' | 'function'

/** The section of docs/reference/plugins.md about a point. */
export interface PointPage {
  readonly title: string
  /** Introduction above the tables. */
  readonly text: string
  /** The file of customizations/example with a use of the point; the index if it is there. */
  readonly example: string
  /** The smallest plugin that uses the point, in test/fixtures/customizations. */
  readonly fixture: string
  /** File and name of each interface whose members are listed. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

/** A point that takes a list of named items. A name belongs to one owner. */
export interface ListPoint<Item> {
  readonly takes: 'list'
  /** The noun for one item in messages. The boot check for duplicates is `<noun>-clash`. */
  readonly noun: string
  /** Members that core requires in addition to the name. */
  readonly members: Readonly<Record<string, Member>>
  /** Additional names of an item: the noun whose namespace they join, and the member with the name. */
  readonly alsoNamed?: Readonly<Record<string, string>>
  readonly page: PointPage
  /** Exists only at compile time: the type of the list. */
  readonly holds?: readonly Item[]
}

/** A point that takes an object with keys known to core. Its reader validates it. */
export interface MapPoint<Values> {
  readonly takes: 'map'
  /** The type of each value. */
  readonly values: Member
  readonly page: PointPage
  /** Exists only at compile time: the type of the object. */
  readonly holds?: Values
}

/** The type of a plugin's contribution to a point. */
export type ContributionTo<Point extends { readonly holds?: unknown }> = NonNullable<Point['holds']>

export function defineListPoint<Item>(point: Omit<ListPoint<Item>, 'takes' | 'holds'>): ListPoint<Item> {
  return { takes: 'list', ...point }
}

export function defineMapPoint<Values>(values: Member, page: PointPage): MapPoint<Values> {
  return { takes: 'map', values, page }
}

/** The id of the boot check that refuses duplicate names, for example `question-type-clash`. */
export function toClashId(noun: string): string {
  return `${noun.replaceAll(' ', '-').toLowerCase()}-clash`
}
