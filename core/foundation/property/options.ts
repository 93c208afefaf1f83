// The options that properties of all kinds share. Pipeline and schema code handle them once.

/** The four hosts. Each platform name is also a folder below hosts/. */
export const platforms = ['cms_a', 'cms_b', 'standalone', 'shop_platform'] as const
export type Platform = (typeof platforms)[number]

/** The hosts on which the service is the full shop. */
export const shopPlatforms: readonly Platform[] = ['cms_a', 'cms_b', 'standalone']

/** True while the named sibling property has one of the values. Otherwise the field is stored but hidden, not required and ignored. */
export interface AppliesWhen {
  readonly property: string
  readonly values: readonly (string | number | boolean)[]
}

export interface PropertyOptions {
  /** The field's name for people, in English. Used in validation messages. */
  readonly label: string
  /** True: an empty field is refused. Translatable fields must be filled in all active languages. */
  readonly required?: boolean
  /** The initial value of a new record if the field is missing or empty; wire form. */
  readonly default?: unknown
  /** True: one text per active language, stored in the strings table instead of a column. */
  readonly translatable?: boolean
  /** True: the field can be written and is never returned. */
  readonly apiSensitive?: boolean
  /** The platforms on which the application uses the field. Default: all. */
  readonly platforms?: readonly Platform[]
  /** Different initial values for new records per host. */
  readonly platformDefaults?: Readonly<Partial<Record<Platform, unknown>>>
  /** Another field that determines whether this one is applicable. */
  readonly appliesWhen?: AppliesWhen
  /** True: accepted on create only. */
  readonly locked?: boolean
  /** True: set by the service only. A sent value is refused as an unknown field. */
  readonly readOnly?: boolean
  /**
   * Another property of the entity with the same value, for a rename over several releases: a write to either property is stored in
   * both.
   */
  readonly sameAs?: string
  /** A boolean property that the admin switches on when a value is entered here, unless the author sets it. */
  readonly switchesOn?: string
  /** For a property added to another entity: a sortable listing column with the filter of its kind. */
  readonly listed?: boolean
  /**
   * For a property added to another entity: whether collections can be filtered by it without listing it. Default: true for kinds
   * that compare whole values.
   */
  readonly filter?: boolean
  /** For a property added to another entity: collections can be sorted by it without listing it. */
  readonly sort?: boolean
  /** One sentence for authors, shown in forms and schema descriptions. */
  readonly help?: string
}

/** The argument of a kind's factory after the label: the common options and the kind's own. */
export type FactoryOptions<O = unknown> = Omit<PropertyOptions, 'label'> & O

/** True if the field must be filled on all hosts and in all records. Only such fields are required in schemas. */
export function isAlwaysRequired(property: PropertyOptions): boolean {
  return property.required === true && property.appliesWhen === undefined && property.platforms === undefined
}
