// The options that every property takes, whatever its kind; pipeline and schema folders handle them once.

/** The four hosts. A platform's identifier is also its folder name under hosts/. */
export const platforms = ['cms_a', 'cms_b', 'standalone', 'shop_platform'] as const
export type Platform = (typeof platforms)[number]

/** The hosts on which the service is the full shop. */
export const shopPlatforms: readonly Platform[] = ['cms_a', 'cms_b', 'standalone']

/** Holds while the named sibling property has one of the values; where it fails the field is stored and readable, hidden, never required, not read. */
export interface AppliesWhen {
  readonly property: string
  readonly values: readonly (string | number | boolean)[]
}

export interface PropertyOptions {
  /** The field's name for people, in English; validation messages say it. */
  readonly label: string
  /** Refuses an empty field; a translatable one is filled in every active language. */
  readonly required?: boolean
  /** The starting value of a new record where the field is left out or empty; wire form. */
  readonly default?: unknown
  /** One text per active language, kept in the strings table; no column of its own. */
  readonly translatable?: boolean
  /** Writable, never returned on any path (spec 2.3). */
  readonly apiSensitive?: boolean
  /** The platforms on which the application reads the field; all if left out. */
  readonly platforms?: readonly Platform[]
  /** Starting values for new records that differ on a host. */
  readonly platformDefaults?: Readonly<Partial<Record<Platform, unknown>>>
  /** Another field that decides whether this one is in force. */
  readonly appliesWhen?: AppliesWhen
  /** Taken on create, refused as a change afterwards. */
  readonly locked?: boolean
  /** Set by the service, never by a caller: a sent value is an unknown field. */
  readonly readOnly?: boolean
  /**
   * Another property of the entity that holds the same value, while one takes the other's place over several releases: whichever is written is
   * stored in both.
   */
  readonly sameAs?: string
  /** A boolean property that the admin sets when a value is entered here, unless the author sets it: limits are validated. */
  readonly switchesOn?: string
  /** Of a property that is added to another entity: a column of its collections, with the filter of its kind, and sortable. */
  readonly listed?: boolean
  /**
   * Of a property that is added to another entity: whether collections filter by it without listing it. Where left out, kinds
   * that compare a whole value have a filter.
   */
  readonly filter?: boolean
  /** Of a property that is added to another entity: collections can be sorted by it without listing it. */
  readonly sort?: boolean
  /** One sentence for authors, shown in forms and schema descriptions. */
  readonly help?: string
}

/** What a kind's factory takes beside the label: the common options and the kind's own. */
export type Given<O = unknown> = Omit<PropertyOptions, 'label'> & O

/** True where the field must be filled on every host and in every record; schemas list only these (spec 2.3). */
export function isAlwaysRequired(property: PropertyOptions): boolean {
  return property.required === true && property.appliesWhen === undefined && property.platforms === undefined
}
