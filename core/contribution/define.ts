// What a contribution point is. One entry says all of it: contract, shape check, clash check, registry and reference follow from it.

/** What an item must hold under a key: `text` is a string, `map` an object, `list` an array. */
export type Member = 'text' | 'map' | 'list' | 'function'

/** How docs/reference/plugins.md shows a point. */
export interface PointPage {
  readonly title: string
  /** Sentences above the tables. */
  readonly text: string
  /** The file of customizations/example that shows it; the index where it stands there. */
  readonly example: string
  /** The smallest plugin that uses it, in test/fixtures/customizations. */
  readonly fixture: string
  /** File and interface whose members are listed. */
  readonly interfaces: readonly (readonly [path: string, name: string])[]
}

/** A list of items with names; one name belongs to one owner. */
export interface ListPoint<Item> {
  readonly takes: 'list'
  /** One item, in sentences; its clash is the boot check `<noun>-clash`. */
  readonly noun: string
  /** What core itself asks for beside the name. */
  readonly members: Readonly<Record<string, Member>>
  /** Further names that an item may take: the noun whose names they join, and the member that holds them. */
  readonly alsoNamed?: Readonly<Record<string, string>>
  readonly page: PointPage
  /** Never set: says what the list holds. */
  readonly holds?: readonly Item[]
}

/** An object whose keys mean something to core; who reads it judges it. */
export interface MapPoint<Values> {
  readonly takes: 'map'
  /** What stands under each key. */
  readonly values: Member
  readonly page: PointPage
  /** Never set: says what the object is. */
  readonly holds?: Values
}

/** What a plugin gives at a point. */
export type HeldBy<Point extends { readonly holds?: unknown }> = NonNullable<Point['holds']>

export function list<Item>(point: Omit<ListPoint<Item>, 'takes' | 'holds'>): ListPoint<Item> {
  return { takes: 'list', ...point }
}

export function map<Values>(values: Member, page: PointPage): MapPoint<Values> {
  return { takes: 'map', values, page }
}

/** The boot check that refuses two of one name: `question-type-clash`. */
export function clashId(noun: string): string {
  return `${noun.replaceAll(' ', '-')}-clash`
}
